/* Actions on selected pets, or on the whole list. */
import { useState } from "preact/hooks";
import type { PetWithIncluded } from "../../../../client/index.ts";
import { petStatuses } from "../../../../contract/pets/pet-status.ts";
import { allTexts, texts } from "../../../app/formats/language.ts";
import { attempt } from "../../../app/notices.ts";
import { hrefOf } from "../../../app/routes.ts";
import { can } from "../../../app/session/session.ts";
import { applyPlans, hasPlan } from "../../../data/care/care-plans.ts";
import { savePets } from "../../../data/files/export-list.ts";
import { sortedCategories } from "../../../data/pets/category-data.ts";
import { changeTag, hasTag } from "../../../data/pets/pet-changes.ts";
import { identifiersIn, nameQuery, type PetsQuery, searchPets } from "../../../data/pets/searched-pets.ts";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import type { Selection } from "../../../ui/list/selection.tsx";
import { SelectionBar } from "../../../ui/list/selection-bar.tsx";
import { Menu } from "../../../ui/panels/menu.tsx";
import { petChanges, setStatus } from "../../../ui/shop/status.tsx";
import { canAddKind } from "../form/kind-field.tsx";
import { printPets } from "../panel/pet-prints.tsx";
import { CareOfManyForm, KindForm, PriceForm, TagForm } from "./many-forms.tsx";
import { type PetsRoute, petsFilters, petsOrder } from "./pets-route.ts";

interface PetsBarProps {
  readonly selection: Selection<PetWithIncluded>;
  /** The order of the list. */
  readonly order: Pick<PetsQuery, "sort" | "order">;
}

/** The selection bar. */
export function PetsBar({ selection, order }: PetsBarProps) {
  const { pets: words } = texts.value;
  const { items, clear } = selection;
  const [open, setOpen] = useState<"kind" | "tag" | "price" | "care">();
  const ends = {
    pets: items,
    close: () => setOpen(undefined),
    done() {
      setOpen(undefined);
      clear();
    },
  };
  return (
    <>
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
          items={[
            ...(canAddKind() ? [{ text: allTexts.value.pets.newKind, choose: () => setOpen("kind") }] : []),
            ...sortedCategories.value.map(({ id, name }, index) => ({
              text: name,
              startsGroup: index === 0 && canAddKind(),
              choose: () => {
                attempt(async () => (await petChanges()).changeCategory(items, id));
                clear();
              },
            })),
          ]}
        >
          {words.category}
        </Menu>
        <MoreForms pets={items} open={setOpen} clear={clear} />
        <button type="button" class="soft" onClick={() => printPets(items, "cards")}>
          {allTexts.value.print.cards}
        </button>
        <button
          type="button"
          class="soft"
          onClick={() => attempt(async () => void (await savePets({ ids: items.map(({ id }) => id), ...order })))}
        >
          {allTexts.value.print.export}
        </button>
      </SelectionBar>
      {open === "kind" && <KindForm {...ends} />}
      {open === "tag" && <TagForm {...ends} />}
      {open === "price" && <PriceForm {...ends} />}
      {open === "care" && <CareOfManyForm {...ends} />}
    </>
  );
}

interface MoreFormsProps {
  readonly pets: readonly PetWithIncluded[];
  readonly open: (form: "tag" | "price" | "care") => void;
  readonly clear: () => void;
}

/**
 * Dialogs that ask for input before they change the selected pets: a tag, a price, care, or the plans of their
 * categories.
 */
function MoreForms({ pets, open, clear }: MoreFormsProps) {
  const planned = pets.filter(hasPlan);
  return (
    <>
      <TagMenu pets={pets} add={() => open("tag")} clear={clear} />
      <button type="button" class="soft" aria-haspopup="dialog" onClick={() => open("price")}>
        {texts.value.profile.price}
      </button>
      {can("care:write") && (
        <button type="button" class="soft" aria-haspopup="dialog" onClick={() => open("care")}>
          {allTexts.value.care.title}
        </button>
      )}
      {can("care:write") && planned.length > 0 && (
        <button
          type="button"
          class="soft"
          onClick={() => {
            applyPlans(planned);
            clear();
          }}
        >
          {allTexts.value.care.plan.apply}
        </button>
      )}
    </>
  );
}

interface TagMenuProps {
  readonly pets: readonly PetWithIncluded[];
  readonly add: () => void;
  readonly clear: () => void;
}

/** The tags of the selected pets. Choosing one that they all have removes it; any other is added to all. */
function TagMenu({ pets, add, clear }: TagMenuProps) {
  const { pets: words } = allTexts.value;
  const tags = new Map(pets.flatMap(({ profile }) => profile?.tags ?? []).map((tag) => [tag.toLowerCase(), tag]));
  const known = [...tags.values()].sort().map((tag, index) => {
    const isChecked = pets.every((pet) => hasTag(pet, tag));
    return {
      text: tag,
      isChecked,
      startsGroup: index === 0,
      choose: () => {
        attempt(() => changeTag(pets, tag, !isChecked));
        clear();
      },
    };
  });
  return (
    <Menu label={words.tag} class="soft" items={[{ text: words.newTag, choose: add }, ...known]}>
      {words.tag}
    </Menu>
  );
}

interface PetsToolsProps {
  readonly route: PetsRoute;
  readonly isEmpty: boolean;
}

/** Actions on all pets of the list. */
export function PetsTools({ route, isEmpty }: PetsToolsProps) {
  const query = () => searchFilter(route.name ?? "", { ...petsFilters(route), ...petsOrder(route) });
  return (
    <ListTools isEmpty={isEmpty} list={{ name: "pets", query }}>
      {can("pets:write") && (
        <a class="button quiet" href={hrefOf("imports")}>
          {allTexts.value.pets.import}
        </a>
      )}
    </ListTools>
  );
}

/** With pets found by chip or number, the most ids that one request takes. */
const MARKED_MAX = 98;

/**
 * The filter that matches what `searchPets` finds. A name query misses a chip or a number in another spelling, so such
 * a search becomes the ids of its results.
 */
async function searchFilter(text: string, query: PetsQuery): Promise<PetsQuery> {
  if (identifiersIn(text).length === 0) return { ...query, ...nameQuery(text) };
  const { items, nextCursor } = await searchPets(text, { ...query, limit: MARKED_MAX });
  const isWhole = nextCursor === undefined && items.length > 0;
  return { ...query, ...(isWhole ? { ids: items.map(({ id }) => id) } : nameQuery(text)) };
}
