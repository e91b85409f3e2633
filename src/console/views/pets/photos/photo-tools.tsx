import type { Photo } from "../../../../client/index.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { announce } from "../../../app/notices.ts";
import { ask } from "../../../app/questions.ts";
import { hrefOf } from "../../../app/routes.ts";
import { petstore } from "../../../app/session/session.ts";
import { publish } from "../../../data/events/changes.ts";
import { petName } from "../../../data/pets/pet-names.ts";
import { deletePhoto, movePhoto } from "../../../data/photos/photo-changes.ts";
import { TextField } from "../../../forms/fields.tsx";
import { Form } from "../../../forms/form.tsx";
import { useForm } from "../../../forms/use-form.ts";

interface PhotoToolsProps {
  readonly photo: Photo;
  readonly count: number;
  /** Selects the main photo again. */
  readonly close: () => void;
}

/** Actions on a photo: move, describe, delete. */
export function PhotoTools({ photo, count, close }: PhotoToolsProps) {
  const { photos: words, common } = allTexts.value;
  const { position } = photo;
  const question = {
    title: words.deleteTitle,
    text: words.deleteText,
    action: common.delete,
    async confirm() {
      await deletePhoto(photo);
      close();
    },
  };
  return (
    <div class="stack">
      <p class="muted" role="status">
        {words.number(position, count)}
        {position === 1 && ` · ${words.isMain}`}
      </p>
      <div class="buttons start">
        <Move text={words.makeMain} isPossible={position > 1} photo={photo} to={1} />
        <Move text={words.earlier} sign="←" isPossible={position > 1} photo={photo} to={position - 1} />
        <Move text={words.later} sign="→" isPossible={position < count} photo={photo} to={position + 1} />
        <button type="button" class="quiet danger" aria-label={words.delete} onClick={() => ask(question)}>
          {common.delete}
        </button>
      </div>
      <AltForm photo={photo} />
    </div>
  );
}

interface MoveProps {
  readonly text: string;
  /** Shown instead of the text. */
  readonly sign?: string;
  readonly isPossible: boolean;
  readonly photo: Photo;
  readonly to: number;
}

/** Not `disabled`: the button must keep the focus when the photo reaches an end. */
function Move({ text, sign, isPossible, photo, to }: MoveProps) {
  const label = sign && { "aria-label": text, title: text };
  return (
    <button type="button" {...label} aria-disabled={!isPossible} onClick={() => isPossible && movePhoto(photo, to)}>
      {sign ?? text}
    </button>
  );
}

/** The alternative text of a photo. */
function AltForm({ photo: { id, petId, alt = "" } }: { readonly photo: Photo }) {
  const { photos: words, common } = allTexts.value;
  const form = useForm<{ readonly alt: string }, Photo>({
    name: `photo-${id}`,
    version: { fields: { alt } },
    describe: () => ({ title: `${petName(petId)}: ${words.alt}`, href: hrefOf("pets", petId) }),
    async send({ typed, idempotencyKey }) {
      const alt = typed.alt.trim() || null;
      const data = await petstore().pets.photos.update(petId, id, { alt }, { idempotencyKey });
      publish({ type: "photo.updated", data, source: "here" });
      return data;
    },
    versionOf: (photo) => ({ fields: { alt: photo.alt ?? "" } }),
    done: () => announce(words.altSaved),
  });
  return (
    <Form form={form} action={common.save} isQuiet>
      <TextField form={form} name="alt" label={words.alt} hint={words.altHint} />
    </Form>
  );
}
