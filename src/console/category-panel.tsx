import { useState } from "preact/hooks";
import type { Category, CategoryUpdate } from "../client/index.ts";
import { type CategoryFields, CategoryForm, categoryFields } from "./category-form.tsx";
import { keepCategory } from "./category-names.ts";
import { Conflict } from "./conflict.tsx";
import { type DraftBase, useDraft } from "./drafts.ts";
import { failureText, hasCode } from "./failure.tsx";
import { texts } from "./language.ts";
import { useLoaded } from "./loading.ts";
import { navigate } from "./router.ts";
import { can, petstore } from "./session.ts";
import { SidePanel } from "./side-panel.tsx";
import { EmptyState, FailureState, Skeleton } from "./states.tsx";
import { announce, announceFailure } from "./status-line.tsx";

interface CategoryPanelProps {
  /** The id of the open category, `new`, or empty. */
  readonly open: string;
  /** The address of the list without the panel. */
  readonly listHref: string;
  /** Shows the list with the new category. */
  readonly added: () => void;
  readonly changed: (category: Category) => void;
}

/** The panel beside the list: a category, or the form for a new one. */
export function CategoryPanel({ open, listHref, added, changed }: CategoryPanelProps) {
  if (open === "" || !can("categories:write")) return null;
  const close = () => navigate(listHref);
  if (open === "new") return <NewCategory close={close} added={added} />;
  const title = texts.value.categories.editTitle;
  return (
    <SidePanel key={open} title={title} close={close}>
      {/^\d{1,19}$/.test(open) ? (
        <OpenCategory id={BigInt(open)} close={close} changed={changed} />
      ) : (
        <EmptyState title={texts.value.categories.notFound(open)} />
      )}
    </SidePanel>
  );
}

function NewCategory({ close, added }: { readonly close: () => void; readonly added: () => void }) {
  const { categories: words } = texts.value;
  const draft = useDraft("category-new", { base: categoryFields() });
  async function add() {
    const { name, description } = draft.typed;
    const fields = { name, ...(description !== "" && { description }) };
    const category = await petstore().categories.create(fields, { idempotencyKey: draft.key() });
    draft.settle();
    keepCategory(category);
    announce(words.added(category.name));
    added();
  }
  return (
    <SidePanel key="new" title={words.addTitle} close={close}>
      <CategoryForm draft={draft} action={words.add} send={add} />
    </SidePanel>
  );
}

interface OpenCategoryProps {
  readonly id: bigint;
  readonly close: () => void;
  readonly changed: (category: Category) => void;
}

interface TaggedCategory {
  readonly category: Category;
  readonly etag: string | undefined;
}

async function readCategory(id: bigint, signal?: AbortSignal): Promise<TaggedCategory> {
  const { data: category, etag } = await petstore().categories.get(id, { signal }).withResponse();
  return { category, etag };
}

function OpenCategory({ id, close, changed }: OpenCategoryProps) {
  const { data, error, reload } = useLoaded((signal) => readCategory(id, signal), [id]);
  if (hasCode(error, "not_found")) return <EmptyState title={texts.value.categories.notFound(id.toString())} />;
  if (error !== undefined) return <FailureState error={error} retry={reload} />;
  if (data === undefined) return <Skeleton lines={4} />;
  return <ChangeCategory read={data} close={close} changed={changed} />;
}

interface ChangeCategoryProps extends Omit<OpenCategoryProps, "id"> {
  readonly read: TaggedCategory;
}

/** Changes a category. When somebody else has changed it meanwhile, it shows both. */
function ChangeCategory({ read, close, changed }: ChangeCategoryProps) {
  const { categories: words, common } = texts.value;
  const { id } = read.category;
  const [latest, setLatest] = useState(read);
  const [theirs, setTheirs] = useState<TaggedCategory>();
  const draft = useDraft(`category-${id}`, baseOf(latest));

  async function send({ base, etag }: DraftBase<CategoryFields> = draft) {
    try {
      const update = updateOf(draft.typed, base);
      const { data, etag: saved } = await petstore().categories.update(id, update, { ifMatch: etag }).withResponse();
      setLatest({ category: data, etag: saved });
      const isTyping = draft.settle({ base: categoryFields(data), etag: saved });
      keepCategory(data);
      changed(data);
      announce(words.saved(data.name));
      if (!isTyping) close();
    } catch (cause) {
      if (!hasCode(cause, "precondition_failed")) throw cause;
      setTheirs(await readCategory(id));
    }
  }
  function keepTheirs(now: TaggedCategory) {
    draft.drop();
    setLatest(now);
    setTheirs(undefined);
    keepCategory(now.category);
    changed(now.category);
  }
  function setMine(now: TaggedCategory) {
    setTheirs(undefined);
    send(baseOf(now)).catch((cause: unknown) => announceFailure(failureText(cause)));
  }
  return (
    <>
      <CategoryForm draft={draft} action={common.save} send={send} />
      {theirs !== undefined && (
        <Conflict
          text={words.conflict(described(theirs.category), described(draft.typed))}
          keep={{ label: words.keepTheirs, choose: () => keepTheirs(theirs) }}
          set={{ label: words.setMine, choose: () => setMine(theirs) }}
        />
      )}
    </>
  );
}

function baseOf({ category, etag }: TaggedCategory): DraftBase<CategoryFields> {
  return { base: categoryFields(category), etag };
}

/** Only what differs, so that the change undoes nothing else. */
function updateOf(typed: CategoryFields, fields: CategoryFields): CategoryUpdate {
  return {
    // At least one member has to be there.
    ...((typed.name !== fields.name || typed.description === fields.description) && { name: typed.name }),
    ...(typed.description !== fields.description && { description: typed.description || null }),
  };
}

function described({ name, description = "" }: { readonly name: string; readonly description?: string }): string {
  return description === "" ? name : `${name} (${description})`;
}
