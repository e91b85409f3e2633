import type { Import } from "../../../client/index.ts";
import { allTexts, formatNumber } from "../../app/language.ts";
import { inform } from "../../app/notices.ts";
import { ask } from "../../app/questions.ts";
import { can, petstore } from "../../app/session.ts";
import { formatTime } from "../../app/view-formats.ts";
import { reload, useResource } from "../../data/resource.ts";
import { Loaded } from "../../ui/loaded.tsx";

/** How many imports are shown: older ones are rarely a mistake that nobody has noticed. */
const SHOWN = 10;

/** What was imported lately, and the way back. */
export function PastImports() {
  const { imports: words } = allTexts.value;
  const resource = useResource<readonly Import[]>("imports", {
    load: async (signal) => (await petstore().imports.list({ limit: SHOWN }, { signal })).items,
    isFresh: true,
  });
  if (resource.data?.length === 0) return null;
  return (
    <section class="people" aria-label={words.past}>
      <h2>{words.past}</h2>
      <Loaded resource={resource} lines={2}>
        {(imports) => (
          <ul>
            {imports.map((one) => (
              <PastImport key={one.id} one={one} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function PastImport({ one }: { readonly one: Import }) {
  const { imports: words } = allTexts.value;
  const { at, file, key, added, updated, createdCategories, state } = one;
  const name = file ?? words.unnamed;
  return (
    <li class="event">
      <p>
        <bdi>{name}</bdi> {state !== "complete" && <span class="chip">{words.states[state]}</span>}
        <small>
          {formatTime(at)}
          {key !== undefined && (
            <>
              {" · "}
              <bdi>{key.name}</bdi>
            </>
          )}
          {" · "}
          {words.pastCounts(formatNumber(added), formatNumber(updated))}
        </small>
      </p>
      {state !== "undone" && added + createdCategories > 0 && can("pets:write") && (
        <button type="button" aria-label={words.undoOf(name)} onClick={() => askToUndo(one, name)}>
          {words.undo}
        </button>
      )}
    </li>
  );
}

function askToUndo({ id }: Import, name: string): void {
  const { imports: words } = allTexts.value;
  ask({ title: words.undoTitle(name), text: words.undoText, action: words.undo, confirm: () => undoImport(id) });
}

/** Undoes an import, and says what was removed and what stays. */
export async function undoImport(id: bigint): Promise<void> {
  const { imports: words } = allTexts.value;
  const { removed, kept } = await petstore().imports.undo(id);
  const stay = kept.length === 0 ? "" : ` ${words.kept(kept.length, formatNumber(kept.length))}`;
  inform(words.undone(removed, formatNumber(removed)) + stay);
  reload("imports");
  reload("pets");
}
