import { useState } from "preact/hooks";
import type { PetWithIncluded, Photo } from "../../../client/index.ts";
import { allTexts } from "../../app/language.ts";
import { photoSource } from "../../data/photos.ts";
import { PetIcon } from "../../ui/pet-icon.tsx";

interface PetBannerProps {
  readonly pet: PetWithIncluded;
  /** The photo that is shown; without one, a drawing. */
  readonly photo: Photo | undefined;
}

/** A photo of a pet over the whole width of its panel. */
export function PetBanner({ pet, photo }: PetBannerProps) {
  return (
    <div class={photo === undefined ? "pet-banner drawn" : "pet-banner"}>
      {photo === undefined ? (
        <PetIcon categoryId={pet.categoryId} />
      ) : (
        <LargePhoto key={photo.id} pet={pet} photo={photo} />
      )}
    </div>
  );
}

function LargePhoto({ pet, photo }: { readonly pet: PetWithIncluded; readonly photo: Photo }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return <PetIcon categoryId={pet.categoryId} />;
  return (
    <img
      src={photoSource(photo, "medium")}
      srcset={`${photoSource(photo, "medium")} 800w, ${photoSource(photo, "large")} 1600w`}
      sizes="440px"
      alt={photo.alt ?? allTexts.value.photos.of(pet.name)}
      width={photo.width}
      height={photo.height}
      decoding="async"
      onError={() => setMissing(true)}
    />
  );
}
