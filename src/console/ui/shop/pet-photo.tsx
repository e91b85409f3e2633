import { useState } from "preact/hooks";
import type { PetWithIncluded, Photo } from "../../../client/index.ts";
import { photoSource } from "../../data/photos/photo-data.ts";
import { lazyView } from "../lazy-view.tsx";

/** Most pets have photos, so the drawings load on first use. Their space is reserved. */
const PetIcon = lazyView(
  async () => (await import("./pet-icon.tsx")).PetIcon,
  () => <span class="pet-icon" />,
);

interface PetPhotoProps {
  readonly pet: Pick<PetWithIncluded, "categoryId" | "photos">;
  /** Whether it fills its container. */
  readonly isLarge?: boolean;
}

/** The main photo of a pet as a thumbnail, or its drawing. Both have the same size, so nothing moves. */
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

/** Has no alternative text: the text beside it names the pet. */
function Thumbnail({ photo, categoryId, isLarge }: ThumbnailProps) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return <PetIcon categoryId={categoryId} />;
  return (
    <img
      class="pet-icon"
      src={photoSource(photo, "small")}
      // High-density screens load the larger size.
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
