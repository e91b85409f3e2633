/* A drawing in place of a photo: the kind of animal as far as the name of its category says it, in a tone of that category. */
import type { ComponentChildren } from "preact";
import { categories } from "../data/categories.ts";

const body = <path d="M58 510C52 404 122 330 200 330S348 404 342 510Z" />;
const round = (
  <path d="M200 140C268 140 320 182 320 248C320 314 266 356 200 356S80 314 80 248C80 182 132 140 200 140Z" />
);

/** Ears, a beak or fins, by the words that categories are called by. */
const kinds: readonly (readonly [RegExp, ComponentChildren])[] = [
  [
    /dog|pupp|hund|welp/i,
    <>
      {body}
      <path d="M200 116C264 116 306 160 306 228C306 302 264 354 200 354S94 302 94 228C94 160 136 116 200 116Z" />
      <path
        d="M132 138C86 122 54 170 50 240C47 298 70 330 94 320C120 309 116 250 138 190ZM268 138C314 122 346 170 350 240C353 298 330 330 306 320C280 309 284 250 262 190Z"
        class="near"
      />
    </>,
  ],
  [
    /cat|kitten|katze|kater/i,
    <>
      {body}
      <path d="M86 232C72 168 72 108 84 82C88 72 100 70 108 78C142 104 172 132 184 152ZM314 232C328 168 328 108 316 82C312 72 300 70 292 78C258 104 228 132 216 152Z" />
      {round}
    </>,
  ],
  [
    /rabbit|bunn|hare|kaninchen|hase/i,
    <>
      {body}
      <path d="M146 186C112 120 108 40 128 16C140 2 158 8 166 32C180 76 188 134 188 176ZM254 186C288 120 292 40 272 16C260 2 242 8 234 32C220 76 212 134 212 176Z" />
      {round}
    </>,
  ],
  [
    /rodent|small|klein|nager/i,
    <>
      <path d="M58 510C40 330 100 190 200 190S360 330 342 510Z" />
      <circle cx="106" cy="214" r="36" class="near" />
      <circle cx="294" cy="214" r="36" class="near" />
    </>,
  ],
  [
    /bird|parrot|vogel|vögel|papagei/i,
    <>
      <path d="M84 510C70 380 96 300 120 262A88 88 0 1 1 280 262C304 300 330 380 316 510ZM196 132C176 96 178 56 206 26C206 60 212 74 224 90C222 72 232 58 246 52C240 84 236 110 214 136Z" />
      <path d="M178 226C182 214 218 214 222 226C222 246 210 262 200 266C190 262 178 246 178 226Z" class="ground" />
    </>,
  ],
  [
    /fish|fisch/i,
    <>
      <path d="M50 250C110 150 230 150 290 240L370 170V330L290 262C230 350 110 350 50 250Z" />
      <circle cx="120" cy="236" r="14" class="ground" />
    </>,
  ],
  [
    /reptil|snake|lizard|turtle|schlange|echse|schildkr/i,
    <>
      <path d="M30 400C40 270 120 200 200 200S360 270 370 400Z" />
      <path d="M150 400C150 330 170 300 200 300S250 330 250 400C250 450 150 450 150 400Z" class="near" />
    </>,
  ],
];

const paw = (
  <>
    <ellipse cx="92" cy="232" rx="36" ry="48" />
    <ellipse cx="162" cy="162" rx="38" ry="52" />
    <ellipse cx="238" cy="162" rx="38" ry="52" />
    <ellipse cx="308" cy="232" rx="36" ry="48" />
    <path d="M200 236C150 236 106 294 106 338C106 366 126 380 150 380C168 380 182 370 200 370S232 380 250 380C274 380 294 366 294 338C294 294 250 236 200 236Z" />
  </>
);

/** One of these for each category. */
const tones = ["#b0905f", "#a98a5c", "#b98a6c", "#8f9468", "#a5907a", "#a3976a"];

interface DrawingProps {
  /** What the kind is called. */
  readonly name: string;
  readonly tone: string | undefined;
}

function Drawing({ name, tone }: DrawingProps) {
  const [, drawing = paw] = kinds.find(([words]) => words.test(name)) ?? [];
  return (
    <svg
      class="pet-icon"
      style={{ "--tone": tone }}
      viewBox="0 0 400 500"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      {drawing}
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
