import { useState } from "preact/hooks";
import type { PetWithIncluded, Photo } from "../../../../client/index.ts";
import { allTexts, formatNumber } from "../../../app/formats/language.ts";
import { photoSource } from "../../../data/photos/photo-data.ts";
import { panelIcons } from "../../../ui/panels/panel-icons.tsx";
import { PetIcon } from "../../../ui/shop/pet-icon.tsx";

interface PetBannerProps {
  readonly pet: PetWithIncluded;
  /** The photo selected among the thumbnails. */
  readonly chosen: Photo | undefined;
}

/** The distance of a swipe, in pixels. */
const SWIPE = 40;

/** The photos of a pet across its panel, one at a time; a drawing if it has none. */
export function PetBanner({ pet, chosen }: PetBannerProps) {
  const { photos: words } = allTexts.value;
  const { photos = [] } = pet;
  const [turned, setTurned] = useState(0);
  const [start, setStart] = useState(0);
  const first = chosen === undefined ? 0 : photos.indexOf(chosen);
  const count = photos.length;
  const index = count === 0 ? 0 : (((first + turned) % count) + count) % count;
  const photo = photos[index];
  if (photo === undefined) {
    return (
      <div class="pet-banner drawn">
        <PetIcon categoryId={pet.categoryId} />
      </div>
    );
  }
  return (
    <div
      class="pet-banner"
      onTouchStart={({ changedTouches: [touch] }) => setStart(touch?.clientX ?? 0)}
      onTouchEnd={({ changedTouches: [touch] }) => {
        const distance = (touch?.clientX ?? start) - start;
        if (Math.abs(distance) > SWIPE) setTurned(turned - Math.sign(distance));
      }}
    >
      <LargePhoto key={photo.id} pet={pet} photo={photo} />
      {count > 1 && (
        <>
          <span class="counter" aria-hidden="true">
            {formatNumber(index + 1)}/{formatNumber(count)}
          </span>
          <button type="button" class="round next" aria-label={words.next} onClick={() => setTurned(turned + 1)}>
            {panelIcons.right}
          </button>
        </>
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
      sizes="480px"
      alt={photo.alt ?? allTexts.value.photos.of(pet.name)}
      width={photo.width}
      height={photo.height}
      decoding="async"
      onError={() => setMissing(true)}
    />
  );
}
