/* A drawing in place of a photo: the kind of animal as far as the name of its category says it, in a tone of that category. */
import type { ComponentChildren } from "preact";
import { categories } from "../data/categories.ts";

const eyes = (
  <>
    <circle cx="9.3" cy="12.2" r="1" />
    <circle cx="14.7" cy="12.2" r="1" />
  </>
);

/** Ears or a beak, by the words that categories are called by. */
const kinds: readonly (readonly [RegExp, ComponentChildren])[] = [
  [
    /dog|pupp|hund|welp/i,
    <>
      <path d="M7 8C4 7 3 11 4 14c1 2 3 0 3-1zm10 0c3-1 4 3 3 6-1 2-3 0-3-1z" class="far" />
      <circle cx="12" cy="12.500" r="6.200" class="near" />
      {eyes}
      <ellipse cx="12" cy="15.300" rx="1.700" ry="1.200" />
    </>,
  ],
  [
    /cat|kitten|katze|kater/i,
    <>
      <path d="M5.500 4l5 4h3l5-4v9h-13z" class="near" />
      <circle cx="12" cy="13" r="6.500" class="near" />
      {eyes}
      <path d="M11 14.800h2l-1 1.200z" />
    </>,
  ],
  [
    /rabbit|bunn|hare|kaninchen|hase|rodent|small|klein|nager/i,
    <>
      <ellipse cx="9.300" cy="6" rx="1.800" ry="4.800" class="near" />
      <ellipse cx="14.700" cy="6" rx="1.800" ry="4.800" class="near" />
      <circle cx="12" cy="14" r="6" class="near" />
      {eyes}
      <path d="M11 15.500h2l-1 1.200z" />
    </>,
  ],
  [
    /bird|parrot|vogel|vögel|papagei/i,
    <>
      <path d="M6 20c-1-9 2-15 7-15 4 0 6 3 5 7l3 1-3 1c-1 4-5 6-12 6z" class="near" />
      <circle cx="14.500" cy="9.500" r="1" />
    </>,
  ],
  [
    /fish|fisch/i,
    <>
      <path d="M3 12c4-6 10-6 14 0l4-4v8l-4-4c-4 6-10 6-14 0z" class="near" />
      <circle cx="7.500" cy="11.300" r="1" />
    </>,
  ],
  [
    /reptil|snake|lizard|turtle|schlange|echse|schildkr/i,
    <>
      <path d="M4 15a8 8 0 0 1 15-2c2-2 4 0 3 2s-3 2-4 2H7l-1 3H4z" class="near" />
      <circle cx="19.500" cy="13.700" r=".8" />
    </>,
  ],
];

const paw = (
  <g class="near">
    <ellipse cx="5.500" cy="11.200" rx="1.900" ry="2.500" />
    <ellipse cx="9.700" cy="7.200" rx="2" ry="2.700" />
    <ellipse cx="14.300" cy="7.200" rx="2" ry="2.700" />
    <ellipse cx="18.500" cy="11.200" rx="1.900" ry="2.500" />
    <path d="M12 11.500c-2.500 0-5 3.200-5 5.600 0 1.500 1.100 2.200 2.400 2.200 1 0 1.700-.5 2.600-.5s1.600.5 2.600.5c1.300 0 2.400-.7 2.400-2.200 0-2.400-2.500-5.600-5-5.600z" />
  </g>
);

const TONES = 6n;

/** The placeholder of a pet's photo. */
export function PetIcon({ categoryId }: { readonly categoryId: bigint }) {
  const name = categories.value.get(categoryId)?.name ?? "";
  const [, drawing = paw] = kinds.find(([words]) => words.test(name)) ?? [];
  return (
    <svg
      class={`pet-icon tone-${((categoryId % TONES) + TONES) % TONES}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      {drawing}
    </svg>
  );
}
