import type { Category } from "../../../client/index.ts";
import { failureOf, hasCode } from "../../app/failure.ts";
import { allTexts } from "../../app/formats/language.ts";
import { announce } from "../../app/notices.ts";
import { ask } from "../../app/questions.ts";
import { hrefOf, readId } from "../../app/routes.ts";
import { can, petstore } from "../../app/session/session.ts";
import { type Meaning, PAGE_SIZE } from "../../data/loaded-page.ts";
import { removeKind } from "../../data/pets/kind-changes.ts";
import { useResource } from "../../data/resource.ts";
import { defineCollection, type ListRoute } from "../../ui/list/collection.tsx";
import type { Column } from "../../ui/list/rows.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { SidePanel } from "../../ui/panels/side-panel.tsx";
import { PetIcon } from "../../ui/shop/pet-icon.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { CategoryForm, readCategory } from "./category-form.tsx";

const meanings: Readonly<Record<string, Meaning>> = {
  "category.created": "added",
  "category.updated": "changed",
  "category.deleted": "removed",
};

/** All categories: add one, rename it, remove it. */
export const CategoriesView = defineCollection<Category, ListRoute>({
  name: "categories",
  routeOf: ({ open, query }) => ({ open, cursor: query.get("cursor") ?? undefined }),
  hrefOf: ({ open, cursor }) => hrefOf("categories", open, { cursor }),
  read: ({ cursor }, signal) => petstore().categories.list({ limit: PAGE_SIZE, cursor, order: "desc" }, { signal }),
  meaningOf: (_, { type }) => meanings[type],
  useParts({ close, showNewest }) {
    const { categories: words, views } = allTexts.value;
    const canWrite = can("categories:write");
    return {
      title: views.categories,
      add: canWrite && words.add,
      label: views.categories,
      columns: columnsOf(),
      icon: ({ id }) => <PetIcon categoryId={id} />,
      newcomers: words.newcomers,
      children: <EmptyState title={words.none}>{canWrite && <p>{words.noneHint}</p>}</EmptyState>,
      panel: canWrite ? (open) => <CategoryPanel key={open} open={open} close={close} added={showNewest} /> : undefined,
    };
  },
});

function columnsOf(): readonly Column<Category>[] {
  const { categories: words, pets, common } = allTexts.value;
  return [
    { name: "name", header: words.name, cell: ({ name }) => <bdi>{name}</bdi> },
    { name: "description", header: words.description, cell: ({ description }) => <bdi>{description}</bdi> },
    { name: "number", header: pets.number, cell: ({ id }) => id.toString() },
    {
      name: "actions",
      header: words.actions,
      cell: (category, { isRemoved }) => {
        const { id, name } = category;
        if (isRemoved) return <span class="chip failed">{pets.deleted}</span>;
        return (
          <>
            {can("pets:read") && (
              <a class="button quiet" href={hrefOf("pets", "", { categoryId: id })} aria-label={words.showOf(name)}>
                {words.show}
              </a>
            )}
            {can("categories:write") && (
              <button
                type="button"
                class="quiet danger"
                aria-label={words.deleteOf(name)}
                onClick={() => askToDelete(category)}
              >
                {common.delete}
              </button>
            )}
          </>
        );
      },
    },
  ];
}

interface CategoryPanelProps {
  /** The id of the open category, or `new`. */
  readonly open: string;
  readonly close: () => void;
  readonly added: () => void;
}

/** The side panel: a category, or the form for a new one. */
function CategoryPanel({ open, close, added }: CategoryPanelProps) {
  const { categories: words } = allTexts.value;
  const id = readId(open);
  const isNew = open === "new";
  return (
    <SidePanel title={isNew ? words.addTitle : words.editTitle} close={close} isForm={isNew}>
      {isNew && <CategoryForm id={undefined} version={undefined} done={added} cancel={close} />}
      {id !== undefined && <OpenCategory id={id} close={close} />}
      {!isNew && id === undefined && <EmptyState title={words.notFound(open)} />}
    </SidePanel>
  );
}

function OpenCategory({ id, close }: { readonly id: bigint; readonly close: () => void }) {
  const resource = useResource(`category ${id}`, { load: (signal) => readCategory(id, signal) });
  return (
    <Loaded resource={resource} lines={4} missing={allTexts.value.categories.notFound(id.toString())}>
      {(version) => <CategoryForm id={id} version={version} done={close} cancel={close} />}
    </Loaded>
  );
}

function askToDelete(category: Category): void {
  const { categories: words, common } = allTexts.value;
  ask({
    title: words.deleteTitle(category.name),
    text: words.deleteText,
    action: common.delete,
    // The only conflict: pets still use the category.
    explain: (error) => (hasCode(error, "conflict") ? { text: words.inUse, details: undefined } : failureOf(error)),
    async confirm() {
      await removeKind(category);
      announce(words.deletedNow(category.name));
    },
  });
}
