import type { Category } from "../../../client/index.ts";
import { failureOf, hasCode } from "../../app/failure.ts";
import { allTexts } from "../../app/language.ts";
import { announce } from "../../app/notices.ts";
import { ask } from "../../app/questions.ts";
import { hrefOf, navigate, readId, route } from "../../app/routes.ts";
import { can, petstore } from "../../app/session.ts";
import { publish } from "../../data/changes.ts";
import { type ListPage, type Meaning, PAGE_SIZE, useListPage } from "../../data/list-page.ts";
import { type Resource, useResource } from "../../data/resource.ts";
import { List } from "../../ui/list.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { PetIcon } from "../../ui/pet-icon.tsx";
import type { Column } from "../../ui/rows.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { CategoryForm, readCategory } from "./category-form.tsx";

const meanings: Readonly<Record<string, Meaning>> = {
  "category.created": "added",
  "category.updated": "changed",
  "category.deleted": "removed",
};

function hrefAt(cursor: string | undefined, open: string | bigint = ""): string {
  return hrefOf("categories", open, { cursor });
}

/** All categories: add one, rename it, remove it. */
export function CategoriesView() {
  const { categories: words, views } = allTexts.value;
  const { open, query } = route.value;
  const cursor = query.get("cursor") ?? undefined;
  const page = useListPage<Category>(hrefAt(cursor), {
    read: (signal) => petstore().categories.list({ limit: PAGE_SIZE, cursor, order: "desc" }, { signal }),
    meaningOf: ({ type }) => meanings[type],
  });
  const isOpen = open !== "" && can("categories:write");
  /** The newest categories are on the first page. */
  function showFirst() {
    navigate(hrefAt(undefined));
    page.reload();
  }
  return (
    <ListView
      title={views.categories}
      add={can("categories:write") ? { href: hrefAt(cursor, "new"), text: words.add } : undefined}
      panel={
        isOpen && <CategoryPanel key={open} open={open} close={() => navigate(hrefAt(cursor))} added={showFirst} />
      }
    >
      <CategoryList page={page} cursor={cursor} showFirst={showFirst} />
    </ListView>
  );
}

interface CategoryListProps {
  readonly page: Resource<ListPage<Category>>;
  readonly cursor: string | undefined;
  readonly showFirst: () => void;
}

function CategoryList({ page, cursor, showFirst }: CategoryListProps) {
  const { categories: words, views } = allTexts.value;
  return (
    <List<Category>
      label={views.categories}
      name="categories"
      page={page}
      columns={columnsOf()}
      icon={({ id }) => <PetIcon categoryId={id} />}
      hrefOf={({ id }) => (can("categories:write") ? hrefAt(cursor, id) : undefined)}
      isOpen={({ id }) => readId(route.value.open) === id}
      cursor={cursor}
      hrefAt={(position) => hrefAt(position)}
      newcomers={words.newcomers}
      showNewcomers={showFirst}
    >
      <EmptyState title={words.none}>{can("categories:write") && <p>{words.noneHint}</p>}</EmptyState>
    </List>
  );
}

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
  /** Shows the list with the new category. */
  readonly added: () => void;
}

/** The panel beside the list: a category, or the form for a new one. */
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
    // A category is refused for one reason only: pets have it.
    explain: (error) => (hasCode(error, "conflict") ? { text: words.inUse, details: undefined } : failureOf(error)),
    async confirm() {
      await petstore().categories.delete(category.id);
      publish({ type: "category.deleted", data: category, source: "here" });
      announce(words.deletedNow(category.name));
    },
  });
}
