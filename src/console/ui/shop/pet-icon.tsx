/* The placeholder of a photo: an animal drawn from the name of its category, in a tone per category. */
import { drawingOf } from "../../../core/shop/kind-drawings.ts";
import { categories } from "../../data/pets/category-data.ts";

/** Each category gets one of these. */
const tones = ["#b0905f", "#a98a5c", "#b98a6c", "#8f9468", "#a5907a", "#a3976a"];

interface DrawingProps {
  /** The name of the category. */
  readonly name: string;
  readonly tone: string | undefined;
}

function Drawing({ name, tone }: DrawingProps) {
  return (
    <svg
      class="pet-icon"
      style={{ "--tone": tone }}
      viewBox="0 0 400 500"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      {drawingOf(name).map(({ d, part }) => (
        <path key={d} d={d} class={part} />
      ))}
    </svg>
  );
}

/** The placeholder of a pet's photo. */
export function PetIcon({ categoryId }: { readonly categoryId: bigint }) {
  const count = BigInt(tones.length);
  const tone = tones[Number(((categoryId % count) + count) % count)];
  return <Drawing name={categories.value.get(categoryId)?.name ?? ""} tone={tone} />;
}

/** The drawing for a category name that need not exist. */
export function KindIcon({ name }: { readonly name: string }) {
  return <Drawing name={name} tone={tones[name.length % tones.length]} />;
}
