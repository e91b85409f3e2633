import { useState } from "preact/hooks";
import type { PetWithIncluded, Photo } from "../../client/index.ts";
import { photoSource } from "../data/photos.ts";
import { PetIcon } from "./pet-icon.tsx";

/** The main photo of a pet, small, or a drawing in its place. Both have the same size, so that nothing moves. */
export function PetPhoto({ pet }: { readonly pet: Pick<PetWithIncluded, "categoryId" | "photos"> }) {
  const [photo] = pet.photos ?? [];
  return photo === undefined ? (
    <PetIcon categoryId={pet.categoryId} />
  ) : (
    <Thumbnail key={photo.id} photo={photo} categoryId={pet.categoryId} />
  );
}

/** Beside a text that names the pet, so it needs none of its own. */
function Thumbnail({ photo, categoryId }: { readonly photo: Photo; readonly categoryId: bigint }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return <PetIcon categoryId={categoryId} />;
  return (
    <img
      class="pet-icon"
      src={photoSource(photo, "small")}
      alt=""
      width={36}
      height={36}
      loading="lazy"
      decoding="async"
      onError={() => setMissing(true)}
    />
  );
}
