import { useState } from "preact/hooks";
import type { Category, Event } from "../client/index.ts";
import { dropCategory } from "./category-names.ts";
import { CategoryPanel } from "./category-panel.tsx";
import { ConfirmDialog } from "./dialog.tsx";
import { failureText, hasCode } from "./failure.tsx";
import { type Change, type FollowedPage, type Row, useFollowedPage } from "./followed-page.ts";
import { formatNumber, texts } from "./language.ts";
import { PAGE_SIZE } from "./loading.ts";
import { Pager } from "./pager.tsx";
import { hrefOf, navigate, place } from "./router.ts";
import { isPanelOver } from "./screen.ts";
import { can, petstore } from "./session.ts";
import { EmptyState, FailureState, Skeleton } from "./states.tsx";
import { announce } from "./status-line.tsx";

function categoriesHref(open: string, cursor: string | undefined): string {
  return hrefOf("categories", open, { cursor });
}

/** All categories: add one, rename it, remove it. */
export function CategoriesView() {
  const { categories: words, views } = texts.value;
  const { open, query } = place.value;
  const cursor = query.get("cursor") ?? undefined;
  const page = useFollowedPage(
    (signal) => petstore().categories.list({ limit: PAGE_SIZE, cursor, order: "desc" }, { signal }),
    [cursor],
    changeOf,
  );
  /** The newest categories are on the first page. */
  function showFirst() {
    navigate(categoriesHref("", undefined));
    page.reload();
  }
  return (
    <div class={open === "" ? "" : "with-panel"}>
      <div class="list" inert={open !== "" && isPanelOver.value}>
        <div class="view-head">
          <h1>{views.categories}</h1>
          {can("categories:write") && (
            <a class="button primary" href={categoriesHref("new", cursor)}>
              {words.add}
            </a>
          )}
        </div>
        {page.newcomers > 0 && (
          <button type="button" class="newcomers" onClick={showFirst}>
            {words.newcomers(page.newcomers, formatNumber(page.newcomers))}
          </button>
        )}
        <CategoryList page={page} cursor={cursor} />
      </div>
      <CategoryPanel
        open={open}
        listHref={categoriesHref("", cursor)}
        added={showFirst}
        changed={(changed) => page.apply({ changed })}
      />
    </div>
  );
}

function changeOf(event: Event): Change<Category> | undefined {
  if (event.type === "category.created") return { added: event.data };
  if (event.type === "category.updated") return { changed: event.data };
  if (event.type === "category.deleted") return { removed: event.data };
  return undefined;
}

interface CategoryListProps {
  readonly page: FollowedPage<Category>;
  readonly cursor: string | undefined;
}

function CategoryList({ page, cursor }: CategoryListProps) {
  const { categories: words } = texts.value;
  const { data, error, isLoading, reload, apply } = page;
  const [deleting, setDeleting] = useState<Category>();
  if (error !== undefined) return <FailureState error={error} retry={reload} />;
  if (data === undefined) return <Skeleton lines={8} />;
  if (data.rows.length === 0) {
    return <EmptyState title={words.none}>{can("categories:write") && <p>{words.noneHint}</p>}</EmptyState>;
  }
  return (
    <div class={isLoading ? "results loading" : "results"} aria-busy={isLoading}>
      <CategoryTable rows={data.rows} cursor={cursor} remove={setDeleting} />
      <Pager cursor={cursor} next={data.next} hrefAt={(position) => categoriesHref("", position)} />
      {deleting !== undefined && (
        <DeleteCategory
          category={deleting}
          deleted={() => apply({ removed: deleting })}
          close={() => setDeleting(undefined)}
        />
      )}
    </div>
  );
}

interface CategoryTableProps {
  readonly rows: readonly Row<Category>[];
  readonly cursor: string | undefined;
  readonly remove: (category: Category) => void;
}

function CategoryTable({ rows, cursor, remove }: CategoryTableProps) {
  const { categories: words, pets } = texts.value;
  return (
    <table class="cards categories">
      <caption class="visually-hidden">{texts.value.views.categories}</caption>
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.description}</th>
          <th scope="col" class="number">
            {pets.number}
          </th>
          <th scope="col">{words.actions}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <CategoryRow key={row.item.id} {...row} cursor={cursor} remove={remove} />
        ))}
      </tbody>
    </table>
  );
}

interface CategoryRowProps extends Row<Category> {
  readonly cursor: string | undefined;
  readonly remove: (category: Category) => void;
}

function CategoryRow({ item: category, isRemoved, cursor, remove }: CategoryRowProps) {
  const { categories: words, common, pets } = texts.value;
  const { id, name, description } = category;
  const isOpen = place.value.open === id.toString();
  const canChange = can("categories:write") && !isRemoved;
  return (
    <tr class={`${isOpen ? "open" : ""}${isRemoved ? " deleted" : ""}`}>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      <td class="description">
        <bdi>{description}</bdi>
      </td>
      <td class="number">{id.toString()}</td>
      <td class="actions">
        {isRemoved && <span class="chip deleted">{pets.deleted}</span>}
        {can("pets:read") && !isRemoved && (
          <a
            class="button quiet"
            href={hrefOf("pets", "", { categoryId: id.toString() })}
            aria-label={words.showOf(name)}
          >
            {words.show}
          </a>
        )}
        {canChange && (
          <>
            <a class="button quiet" href={categoriesHref(id.toString(), cursor)} aria-label={words.editOf(name)}>
              {common.edit}
            </a>
            <button
              type="button"
              class="quiet danger"
              aria-label={words.deleteOf(name)}
              onClick={() => remove(category)}
            >
              {common.delete}
            </button>
          </>
        )}
      </td>
    </tr>
  );
}

interface DeleteCategoryProps {
  readonly category: Category;
  readonly deleted: () => void;
  readonly close: () => void;
}

function DeleteCategory({ category, deleted, close }: DeleteCategoryProps) {
  const { categories: words, common } = texts.value;
  async function remove() {
    await petstore().categories.delete(category.id);
    dropCategory(category.id);
    deleted();
    announce(words.deletedNow(category.name));
  }
  return (
    <ConfirmDialog
      title={words.deleteTitle(category.name)}
      text={words.deleteText}
      action={common.delete}
      // A category is refused for one reason only: pets have it.
      explain={(error) => (hasCode(error, "conflict") ? words.inUse : failureText(error))}
      confirm={remove}
      close={close}
    />
  );
}
