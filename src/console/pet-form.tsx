import { useLayoutEffect, useState } from "preact/hooks";
import type { Pet } from "../client/index.ts";
import { categoryName } from "./category-names.ts";
import { Conflict } from "./conflict.tsx";
import { showChange } from "./known-pets.ts";
import { texts } from "./language.ts";
import { fieldsOf, isChanged, keepDraft, type PetDraft, type PetFields, readDraft, typedSince } from "./pet-drafts.ts";
import { NameAndCategory, NoteField, StatusField } from "./pet-fields.tsx";
import { addPet, saveDraft, type TaggedPet } from "./pet-save.ts";
import { sendingKey, settleSending } from "./sending.ts";
import { announce } from "./status-line.tsx";
import { useSubmission } from "./submission.ts";

/** What is typed about a pet, kept until it is saved or discarded. */
function useDraft(id: string, base: PetDraft) {
  const [draft, setDraft] = useState(() => readDraft(id) ?? base);
  const { form, isBusy, errors, text, refuse, submit: send } = useSubmission(Object.keys(base.typed));
  function replace(next: PetDraft) {
    keepDraft(id, next);
    setDraft(next);
  }
  /** Sends the draft; the category's number is checked here, because only a number can be sent. */
  async function submit(work: () => Promise<void>, { typed } = draft) {
    if (/^-?\d+$/.test(typed.categoryId)) await send(work);
    else refuse({ categoryId: texts.value.pets.categoryMissing });
  }
  return {
    draft,
    replace,
    form,
    isBusy,
    errors,
    text,
    submit,
    /** Takes the state after `sent`; what was typed since stays. */
    settle(sent: PetDraft, next: PetDraft) {
      const latest = readDraft(id)?.typed ?? sent.typed;
      replace({ ...next, typed: typedSince(latest, sent.typed, next.typed) });
    },
    /** Takes another state of the pet, unless something is typed. */
    follow: (next: PetDraft) => setDraft((now) => (isChanged(now) ? now : next)),
    change: (changes: Partial<PetFields>) =>
      setDraft((now) => {
        const next = { ...now, typed: { ...now.typed, ...changes } };
        keepDraft(id, next);
        return next;
      }),
  };
}

interface NewPetFormProps {
  /** Is given the pet that was added. */
  readonly added: (pet: Pet) => void;
}

const NEW = "new";

/** Adds a pet. */
export function NewPetForm({ added }: NewPetFormProps) {
  const fresh: PetDraft = { typed: fieldsOf(), base: fieldsOf(), etag: undefined };
  const { draft, settle, errors, text, isBusy, form, submit, change } = useDraft(NEW, fresh);
  async function send() {
    const pet = await addPet(draft.typed, sendingKey(NEW, draft.typed));
    settleSending(NEW);
    settle(draft, fresh);
    announce(texts.value.pets.added(pet.name));
    added(pet);
  }
  const fields = { typed: draft.typed, errors, change };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(send);
      }}
    >
      <NameAndCategory {...fields} />
      <StatusField {...fields} />
      <FormFailure text={text} />
      <div class="buttons">
        <button type="submit" class="primary" disabled={isBusy}>
          {texts.value.pets.add}
        </button>
      </div>
    </form>
  );
}

/** Changes a pet. When somebody else changed the same field, it shows both values. */
export function PetForm({ pet, etag }: TaggedPet) {
  const id = pet.id.toString();
  const fresh: PetDraft = { typed: fieldsOf(pet), base: fieldsOf(pet), etag };
  const { draft, replace, settle, follow, errors, text, isBusy, form, submit, change } = useDraft(id, fresh);
  const [conflicts, setConflicts] = useState<readonly (keyof PetFields)[]>([]);
  const hasChanged = isChanged(draft);

  // The pet has changed since: without a draft, the fields follow.
  useLayoutEffect(() => follow(fresh), [etag]);

  async function send(sent: PetDraft) {
    const outcome = await saveDraft(pet.id, sent);
    if ("conflicts" in outcome) {
      settle(sent, outcome.draft);
      setConflicts(outcome.conflicts);
      return;
    }
    const { saved } = outcome;
    settle(sent, { typed: fieldsOf(saved.pet), base: fieldsOf(saved.pet), etag: saved.etag });
    showChange({ pet: saved.pet, isDeleted: false });
    announce(texts.value.pets.saved(saved.pet.name));
  }

  /** Decides a conflict; after the last one, what is left of the draft is saved. */
  function decide(field: keyof PetFields, isTheirs: boolean) {
    const decided = isTheirs ? { ...draft, typed: { ...draft.typed, [field]: draft.base[field] } } : draft;
    const left = conflicts.filter((other) => other !== field);
    replace(decided);
    setConflicts(left);
    if (left.length === 0 && isChanged(decided)) submit(() => send(decided), decided);
  }

  const fields = { typed: draft.typed, errors, change };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(() => send(draft));
      }}
    >
      <NameAndCategory
        {...fields}
        below={(field) =>
          conflicts.includes(field) && (
            <FieldConflict field={field} draft={draft} decide={(isTheirs) => decide(field, isTheirs)} />
          )
        }
      />
      {hasChanged && <NoteField {...fields} />}
      <FormFailure text={text} />
      <div class="buttons">
        {hasChanged && (
          <button type="button" onClick={() => replace(fresh)}>
            {texts.value.pets.discard}
          </button>
        )}
        <button type="submit" class="primary" disabled={isBusy || !hasChanged || conflicts.length > 0}>
          {texts.value.common.save}
        </button>
      </div>
    </form>
  );
}

function FormFailure({ text }: { readonly text: string | undefined }) {
  return (
    <p class="field-error" role="alert">
      {text}
    </p>
  );
}

interface FieldConflictProps {
  readonly field: keyof PetFields;
  readonly draft: PetDraft;
  readonly decide: (isTheirs: boolean) => void;
}

/** Both values of a field that two people have changed. */
function FieldConflict({ field, draft, decide }: FieldConflictProps) {
  const { pets: words } = texts.value;
  const show = (fields: PetFields) =>
    field === "categoryId" ? categoryName(BigInt(fields.categoryId)) : fields[field];
  const [theirs, mine] = [show(draft.base), show(draft.typed)];
  return (
    <Conflict
      text={words.conflict(field === "name" ? words.name : words.category, theirs, mine)}
      keep={{ label: words.keep(theirs), choose: () => decide(true) }}
      set={{ label: words.set(mine), choose: () => decide(false) }}
    />
  );
}
