import { allTexts } from "../../app/language.ts";

interface RememberDeviceProps {
  readonly isRemembered: boolean;
  readonly change: (isRemembered: boolean) => void;
}

/** Whether the key is kept beyond this tab. */
export function RememberDevice({ isRemembered, change }: RememberDeviceProps) {
  const { signIn: words } = allTexts.value;
  return (
    <label class="check">
      <input type="checkbox" checked={isRemembered} onChange={({ currentTarget }) => change(currentTarget.checked)} />
      <span>
        {words.remember}
        <small>{words.rememberHint}</small>
      </span>
    </label>
  );
}
