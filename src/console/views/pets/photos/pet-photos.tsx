/* The photos of a pet: thumbnails, and actions on the selected one. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PetWithIncluded, Photo } from "../../../../client/index.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { can } from "../../../app/session/session.ts";
import { movePhoto } from "../../../data/photos/photo-changes.ts";
import { photoSource } from "../../../data/photos/photo-data.ts";
import { addPhotos, dropUpload, retryUpload, type Upload, uploads } from "../../../data/photos/photo-uploads.ts";
import { FailureText } from "../../../ui/states.tsx";
import { PhotoInputs } from "./photo-inputs.tsx";
import { PhotoTools } from "./photo-tools.tsx";

interface PetPhotosProps {
  readonly pet: PetWithIncluded;
  readonly photos: readonly Photo[];
  readonly chosen: Photo | undefined;
  readonly choose: (photoId: bigint | undefined) => void;
}

/** The photos of a pet. A key that cannot change them can only view them. */
export function PetPhotos({ pet, photos, chosen, choose }: PetPhotosProps) {
  const { photos: words } = allTexts.value;
  const canEdit = can("pets:write");
  const onTheirWay = uploads.value.filter(({ petId }) => petId === pet.id);
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
      {pet.status === "sold" && photos.length > 0 && <p class="hint">{words.stayPublic}</p>}
      {canEdit && chosen !== undefined && (
        <PhotoTools key={chosen.id} photo={chosen} count={photos.length} close={() => choose(undefined)} />
      )}
      {canEdit && <PhotoInputs add={(files) => addPhotos(pet.id, files)} />}
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

/** The media type of a dragged photo, so that dragged files and texts are ignored. */
const DRAGGED = "application/x-petstore-photo";

/** A thumbnail that selects the photo. It can be dragged to reorder; the tools do the same from the keyboard. */
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

/** An upload: its progress, or why it failed. */
function PhotoUpload({ id, name, scaled, progress, failure }: Upload) {
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
