/* The photos of a pet: a strip of small ones, and what can be done with the one that is chosen. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PetWithIncluded, Photo } from "../../../client/index.ts";
import { allTexts } from "../../app/language.ts";
import { inform } from "../../app/notices.ts";
import { can } from "../../app/session.ts";
import { movePhoto } from "../../data/photo-changes.ts";
import {
  addPhotos,
  dropUpload,
  isImage,
  pastedPhotos,
  retryUpload,
  type Upload,
  uploads,
} from "../../data/photo-uploads.ts";
import { photoSource } from "../../data/photos.ts";
import { FailureText } from "../../ui/states.tsx";
import { PhotoTools } from "./photo-tools.tsx";

interface PetPhotosProps {
  readonly pet: PetWithIncluded;
  readonly photos: readonly Photo[];
  readonly chosen: Photo | undefined;
  readonly choose: (photoId: bigint | undefined) => void;
}

/** The photos of a pet. A key that may not change them can look at each. */
export function PetPhotos({ pet, photos, chosen, choose }: PetPhotosProps) {
  const { photos: words } = allTexts.value;
  const canEdit = can("pets:write");
  const onTheirWay = uploads.value.filter(({ petId }) => petId === pet.id);
  const add = (files: Iterable<File>) => {
    const images = [...files].filter(isImage);
    if (images.length === 0) inform(words.notPhotos);
    else addPhotos(pet.id, images);
  };
  return (
    <section class="photos" aria-label={words.title}>
      {photos.length + onTheirWay.length > 0 && (
        <ol class="photo-strip">
          {photos.map((photo) => (
            <Thumbnail
              key={photo.id}
              photo={photo}
              photos={photos}
              isChosen={photo.id === chosen?.id}
              choose={() => choose(photo.id === chosen?.id ? undefined : photo.id)}
              canMove={canEdit}
            />
          ))}
          {onTheirWay.map((upload) => (
            <PhotoUpload key={upload.id} {...upload} />
          ))}
        </ol>
      )}
      {canEdit && chosen !== undefined && (
        <PhotoTools key={chosen.id} photo={chosen} count={photos.length} close={() => choose(undefined)} />
      )}
      {canEdit && <AddPhotos add={add} />}
    </section>
  );
}

interface ThumbnailProps {
  readonly photo: Photo;
  readonly photos: readonly Photo[];
  readonly isChosen: boolean;
  readonly choose: () => void;
  readonly canMove: boolean;
}

/** What is dragged, so that files and texts are not taken for it. */
const DRAGGED = "application/x-petstore-photo";

/** A small photo, which shows the large one. It can be dragged to another place; the tools do the same with keys. */
function Thumbnail({ photo, photos, isChosen, choose, canMove }: ThumbnailProps) {
  const { photos: words } = allTexts.value;
  const [isOver, setOver] = useState(false);
  const number = words.number(photo.position, photos.length);
  return (
    <li
      class={isOver ? "over" : ""}
      draggable={canMove}
      onDragStart={({ dataTransfer }) => dataTransfer?.setData(DRAGGED, String(photo.id))}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes(DRAGGED)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const dragged = photos.find(({ id }) => String(id) === event.dataTransfer?.getData(DRAGGED));
        if (dragged === undefined || dragged.id === photo.id) return;
        event.preventDefault();
        movePhoto(dragged, photo.position);
      }}
    >
      <button type="button" aria-pressed={isChosen} onClick={choose}>
        <img
          src={photoSource(photo, "small")}
          alt={photo.alt === undefined ? number : `${number}: ${photo.alt}`}
          width={72}
          height={72}
          draggable={false}
          decoding="async"
        />
      </button>
    </li>
  );
}

/** Photos from a file dialog, a camera, dropped on the panel, or pasted. */
function AddPhotos({ add }: { readonly add: (files: Iterable<File>) => void }) {
  const { photos: words } = allTexts.value;
  const root = useRef<HTMLDivElement>(null);
  const latest = useRef(add);
  latest.current = add;
  useEffect(() => {
    const panel = root.current?.closest<HTMLElement>(".side-panel");
    function onDragOver(event: DragEvent) {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    }
    function onFiles(event: Event, files: ArrayLike<File> & Iterable<File> = []) {
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    }
    const onDrop = (event: DragEvent) => onFiles(event, event.dataTransfer?.files);
    const onPaste = (event: ClipboardEvent) => onFiles(event, pastedPhotos(event));
    panel?.addEventListener("dragover", onDragOver);
    panel?.addEventListener("drop", onDrop);
    document.addEventListener("paste", onPaste);
    return () => {
      panel?.removeEventListener("dragover", onDragOver);
      panel?.removeEventListener("drop", onDrop);
      document.removeEventListener("paste", onPaste);
    };
  }, []);
  return (
    <div class="row wrap add-photos" ref={root}>
      <FileButton text={words.add} add={add} />
      <FileButton text={words.take} add={add} isCamera />
      <p class="hint">{words.dropHint}</p>
    </div>
  );
}

interface FileButtonProps {
  readonly text: string;
  readonly add: (files: Iterable<File>) => void;
  /** Whether a phone opens its camera. */
  readonly isCamera?: boolean;
}

/** A label that looks like a button: the field in it has the focus and the name. */
function FileButton({ text, add, isCamera = false }: FileButtonProps) {
  return (
    <label class={isCamera ? "button file camera" : "button file"}>
      {text}
      <input
        type="file"
        // Without HEIC, an iPhone converts its photos to JPEG.
        accept="image/jpeg,image/png,image/webp,image/gif"
        multiple={!isCamera}
        capture={isCamera ? "environment" : undefined}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
    </label>
  );
}

/** A photo on its way: how much is sent, or why it was not added. */
export function PhotoUpload({ id, name, scaled, progress, failure }: Upload) {
  const { photos: words, common } = allTexts.value;
  const place = useRef<HTMLDivElement>(null);
  const preview = scaled?.preview;
  useLayoutEffect(() => {
    if (preview !== undefined) place.current?.replaceChildren(preview);
  }, [preview]);
  return (
    <li class={failure === undefined ? "upload" : "upload failed"}>
      <div class="upload-preview" ref={place} aria-hidden="true" />
      {failure === undefined ? (
        <progress value={progress} aria-label={words.sending(name)} />
      ) : (
        <div role="alert">
          <p class="visually-hidden">{words.failed(name)}</p>
          <FailureText {...failure} />
          <div class="buttons start">
            <button type="button" aria-label={`${common.retry}: ${name}`} onClick={() => retryUpload(id)}>
              {common.retry}
            </button>
            <button
              type="button"
              class="quiet"
              aria-label={`${common.dismiss}: ${name}`}
              onClick={() => dropUpload(id)}
            >
              {common.dismiss}
            </button>
          </div>
        </div>
      )}
    </li>
  );
}
