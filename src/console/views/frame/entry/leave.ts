import { allTexts, loadViewTexts } from "../../../app/formats/language.ts";
import { ask } from "../../../app/questions.ts";
import { signOut } from "../../../app/session/session.ts";
import { isUnderWay } from "../../../app/session/version.ts";
import { unsaved } from "../../../app/unsaved.ts";

/** Signs out. Asks first if unsaved input would be lost. */
export async function leave(): Promise<void> {
  const titles = [...new Set(Object.values(unsaved.peek()).map(({ title }) => title))];
  if (titles.length === 0 && !isUnderWay()) return signOut();
  await loadViewTexts();
  const { shell } = allTexts.value;
  ask({
    title: shell.signOutTitle,
    text: titles.length === 0 ? shell.signOutUnderWay : shell.signOutText(titles.join(", ")),
    action: shell.signOut,
    confirm: async () => signOut(),
  });
}
