/* The global search: a grouped list over the page. Enter opens a result, Ctrl+Enter reserves it. */
import { useEffect, useState } from "preact/hooks";
import { failureOf } from "../../../app/failure.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { keyText } from "../../../app/keyboard/shortcut-keys.ts";
import { opened } from "../../../app/opened.ts";
import { loadPets } from "../../../data/pets/pet-names.ts";
import { ComboBox, useSearch } from "../../../forms/combo-box.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { Dialog } from "../../../ui/panels/dialog.tsx";
import { PetPhoto } from "../../../ui/shop/pet-photo.tsx";
import { StatusChip } from "../../../ui/shop/status.tsx";
import { FailureText } from "../../../ui/states.tsx";
import { actions, groups, type Item, kinds, recentItems, searchAll, searchCustomers, tagged } from "./found.ts";
import { Marked } from "./marked.tsx";

/** The dialog. A leading sign searches only actions, tags or customers. */
export function Palette({ close }: { readonly close: () => void }) {
  const { palette: words } = allTexts.value;
  const [typed, setTyped] = useState("");
  const sign = /^\s*[>#@]/.exec(typed)?.[0].trim() ?? "";
  const text = typed.replace(/^\s*[>#@]/, "").trim();
  const isSearched = text !== "" && sign !== ">" && sign !== "#";
  const found = useSearch(`palette ${sign}`, isSearched ? text : "", sign === "@" ? searchCustomers : searchAll);
  useEffect(() => {
    loadPets(opened.peek().flatMap(({ view, id }) => (view === "pets" ? [id] : [])));
  }, []);
  const isSettled = !isSearched || found.isSettled;
  const items = isSettled ? itemsFor(sign, text, isSearched ? (found.data ?? []) : []) : [];
  return (
    <Dialog title={words.title} class="palette" close={close}>
      <ComboBox
        label={words.label}
        typed={typed}
        change={setTyped}
        items={items}
        isSettled={isSettled}
        groupOf={({ group }) => groups()[group]}
        choose={(item, isOther) => {
          close();
          if (isOther && item.other !== undefined) item.other();
          else item.go();
        }}
      >
        {(item) => <Found item={item} text={text} />}
      </ComboBox>
      <p class="hint" role="status">
        {isSettled && text !== "" && items.length === 0 && words.nothing}
      </p>
      {found.error !== undefined && <FailureText {...failureOf(found.error)} />}
      <p class="hint palette-signs">
        {Object.entries(words.signs).map(([key, meaning]) => (
          <span key={key}>
            <kbd>{key}</kbd> {meaning}
          </span>
        ))}
      </p>
    </Dialog>
  );
}

function itemsFor(sign: string, text: string, found: readonly Item[]): readonly Item[] {
  if (sign === ">") return actions(text);
  if (sign === "#") return tagged(text);
  if (sign === "@") return found;
  return text === "" ? [...recentItems(), ...actions("")] : [...found, ...kinds(text), ...actions(text)];
}

function Found({ item, text }: { readonly item: Item; readonly text: string }) {
  return (
    <>
      {item.photo !== undefined && <PetPhoto pet={item.photo} />}
      {item.group === "customers" && <Avatar name={item.text} />}
      <span>
        <bdi>
          <Marked text={item.text} typed={text} />
        </bdi>
        {item.hint !== "" && (
          <small>
            <bdi>
              <Marked text={item.hint} typed={text} />
            </bdi>
          </small>
        )}
      </span>
      {item.other !== undefined && (
        <span class="palette-other">{allTexts.value.palette.reserveKey(keyText("Ctrl Enter"))}</span>
      )}
      {item.status !== undefined && item.status !== "available" && <StatusChip status={item.status} />}
    </>
  );
}
