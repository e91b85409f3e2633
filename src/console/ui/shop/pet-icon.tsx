/* A drawing in place of a photo: the kind of animal as far as the name of its category says it, in a tone of that category. */
import { drawingOf } from "../../../core/shop/kind-drawings.ts";
import { categories } from "../../data/pets/category-data.ts";

/** One of these for each category. */
const tones = ["#b0905f", "#a98a5c", "#b98a6c", "#8f9468", "#a5907a", "#a3976a"];

interface DrawingProps {
  /** What the kind is called. */
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

/** The drawing of a kind that need not exist. */
export function KindIcon({ name }: { readonly name: string }) {
  return <Drawing name={name} tone={tones[name.length % tones.length]} />;
}
