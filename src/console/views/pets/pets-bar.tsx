/* What can be done with the pets that are chosen. */
import type { PetWithIncluded } from "../../../client/index.ts";
import { petStatuses } from "../../../contract/pet-status.ts";
import { allTexts, texts } from "../../app/language.ts";
import { attempt } from "../../app/notices.ts";
import { sortedCategories } from "../../data/categories.ts";
import { savePets } from "../../data/export-list.ts";
import { Menu } from "../../ui/menu.tsx";
import type { Selection } from "../../ui/selection.tsx";
import { SelectionBar } from "../../ui/selection-bar.tsx";
import { petChanges, setStatus } from "../../ui/status.tsx";
import { printPets } from "./pet-prints.tsx";

/** The bar, once something is chosen. */
export function PetsBar({ selection }: { readonly selection: Selection<PetWithIncluded> }) {
  const { pets: words } = texts.value;
  const { items, clear } = selection;
  return (
    <SelectionBar selection={selection}>
      <Menu
        label={words.status}
        class="soft"
        items={petStatuses.map((status) => ({
          text: words.statuses[status],
          class: `dot ${status}`,
          choose: () => {
            setStatus(items, status);
            clear();
          },
        }))}
      >
        {words.status}
      </Menu>
      <Menu
        label={words.category}
        class="soft"
        items={sortedCategories.value.map(({ id, name }) => ({
          text: name,
          choose: () => {
            attempt(async () => (await petChanges()).changeCategory(items, id));
            clear();
          },
        }))}
      >
        {words.category}
      </Menu>
      <button type="button" class="soft" onClick={() => printPets(items, "cards")}>
        {allTexts.value.print.cards}
      </button>
      <button type="button" class="soft" onClick={() => savePets(items)}>
        {allTexts.value.print.export}
      </button>
    </SelectionBar>
  );
}
