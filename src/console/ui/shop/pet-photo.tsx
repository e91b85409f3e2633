import { useState } from "preact/hooks";
import type { PetWithIncluded, Photo } from "../../../client/index.ts";
import { photoSource } from "../../data/photos/photo-data.ts";
import { lazyView } from "../lazy-view.tsx";

/** Most pets have a photo: the drawings are loaded when one has none. Until then, its place is empty. */
const PetIcon = lazyView(
  async () => (await import("./pet-icon.tsx")).PetIcon,
  () => <span class="pet-icon" />,
);

interface PetPhotoProps {
  readonly pet: Pick<PetWithIncluded, "categoryId" | "photos">;
  /** Whether it fills what it is in. */
  readonly isLarge?: boolean;
}

/** The main photo of a pet, small, or a drawing in its place. Both have the same size, so that nothing moves. */
export function PetPhoto({ pet, isLarge = false }: PetPhotoProps) {
  const [photo] = pet.photos ?? [];
  return photo === undefined ? (
    <PetIcon categoryId={pet.categoryId} />
  ) : (
    <Thumbnail key={photo.id} photo={photo} categoryId={pet.categoryId} isLarge={isLarge} />
  );
}

interface ThumbnailProps {
  readonly photo: Photo;
  readonly categoryId: bigint;
  readonly isLarge: boolean;
}

/** Beside a text that names the pet, so it needs none of its own. */
function Thumbnail({ photo, categoryId, isLarge }: ThumbnailProps) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return <PetIcon categoryId={categoryId} />;
  return (
    <img
      class="pet-icon"
      src={photoSource(photo, "small")}
      // A screen with more dots than pixels shows more of it.
      srcset={isLarge ? `${photoSource(photo, "small")} 1x, ${photoSource(photo, "medium")} 2x` : undefined}
      alt=""
      width={44}
      height={44}
      loading="lazy"
      decoding="async"
      onError={() => setMissing(true)}
    />
  );
}
