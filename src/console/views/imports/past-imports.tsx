import type { Import, UndoneImport } from "../../../client/index.ts";
import { allTexts, formatNumber } from "../../app/formats/language.ts";
import { formatTime } from "../../app/formats/view-formats.ts";
import { ask } from "../../app/questions.ts";
import { can, petstore } from "../../app/session/session.ts";
import { run, type Step } from "../../data/command.ts";
import { reload, useResource } from "../../data/resource.ts";
import { Loaded } from "../../ui/loaded.tsx";

/** How many imports are listed. Mistakes in older ones are usually known. */
const SHOWN = 10;

/** Recent imports, each with a button to undo it. */
export function PastImports() {
  const { imports: words } = allTexts.value;
  const resource = useResource<readonly Import[]>("imports", {
    load: async (signal) => (await petstore().imports.list({ limit: SHOWN }, { signal })).items,
    topic: "imports",
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
      {state !== "undone" && added + updated + createdCategories > 0 && can("pets:write") && (
        <button type="button" aria-label={words.undoOf(name)} onClick={() => askToUndo(one, name)}>
          {words.undo}
        </button>
      )}
    </li>
  );
}

function askToUndo({ id }: Import, name: string): void {
  const { imports: words } = allTexts.value;
  const confirm = async () => void (await run([undoingImport(id)], { done: undoneText }));
  ask({ title: words.undoTitle(name), text: words.undoText, action: words.undo, confirm });
}

export function undoingImport(id: bigint): Step<UndoneImport> {
  return {
    about: `import ${id}`,
    async send({ key }) {
      const undone = await petstore().imports.undo(id, { idempotencyKey: key });
      reload("imports");
      reload("pet list");
      return undone;
    },
  };
}

/** Says what was deleted, what was restored, and what stays. */
export function undoneText(outcomes: readonly UndoneImport[]): string {
  const { imports: words } = allTexts.value;
  const texts = outcomes.flatMap(({ removed, restored, kept }) => [
    ...(removed > 0 || restored === 0 ? [words.undone(removed, formatNumber(removed))] : []),
    ...(restored > 0 ? [words.restored(restored, formatNumber(restored))] : []),
    ...(kept.length > 0 ? [words.kept(kept.length, formatNumber(kept.length))] : []),
  ]);
  return texts.join(" ");
}
