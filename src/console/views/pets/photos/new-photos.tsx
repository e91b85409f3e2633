/* The photos of a pet that is being added: kept until the pet exists, then uploaded. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { allTexts } from "../../../app/formats/language.ts";
import { inform } from "../../../app/notices.ts";
import { addNewPhotos, dropNewPhoto, newPhotos } from "../../../data/photos/new-photos.ts";
import { textOfUnreadable } from "../../../data/photos/photo-uploads.ts";
import { drawImage } from "../../../data/photos/scale-image.ts";
import { icons } from "../../../ui/icons.tsx";
import { PhotoInputs } from "./photo-inputs.tsx";

/** The photos in order, the main one large, and buttons to add more. */
export function NewPhotos({ chosen }: { readonly chosen: () => unknown }) {
  const { photos: words } = allTexts.value;
  const [photos = [], ...later] = newPhotos.value;
  return (
    <section class={photos.length === 0 ? "new-photos drop" : "new-photos"} aria-label={words.title}>
      {photos.length === 0 ? (
        icons.camera
      ) : (
        <ol class="row wrap">
          {photos.map((photo, index) => (
            <Preview key={`${photo.name} ${photo.lastModified} ${index}`} photo={photo} />
          ))}
        </ol>
      )}
      <PhotoInputs
        add={(files) => {
          addNewPhotos(files);
          chosen();
        }}
      />
      {later.length > 0 && (
        <p class="hint" role="status">
          {words.morePets(later.length)}
        </p>
      )}
    </section>
  );
}

/** The width of the form at two device pixels per CSS pixel. */
const SIDE = 960;

/** Draws a photo on a canvas: the content security policy allows no image from a file. */
function Preview({ photo }: { readonly photo: File }) {
  const { photos: words } = allTexts.value;
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    drawImage(photo, SIDE).then(
      (preview) => place.current?.replaceChildren(preview),
      async () => {
        dropNewPhoto(photo);
        inform(await textOfUnreadable(photo.name, photo));
      },
    );
  }, [photo]);
  return (
    <li>
      <div ref={place} role="img" aria-label={photo.name} />
      <button
        type="button"
        class="round"
        aria-label={`${words.delete}: ${photo.name}`}
        onClick={() => dropNewPhoto(photo)}
      >
        {icons.close}
      </button>
    </li>
  );
}
