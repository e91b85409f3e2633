/* Drawings of kinds of animals in place of a photo, as paths in a box of 400 by 500. */

/** A part of a drawing: `near` is what is in front, `ground` is a hole. */
export interface DrawnShape {
  readonly d: string;
  readonly part?: "near" | "ground";
}

const BODY: DrawnShape = { d: "M58 510C52 404 122 330 200 330S348 404 342 510Z" };
const ROUND: DrawnShape = {
  d: "M200 140C268 140 320 182 320 248C320 314 266 356 200 356S80 314 80 248C80 182 132 140 200 140Z",
};

/** Ears, a beak or fins, by the words that kinds are called by. */
const KINDS: readonly (readonly [RegExp, readonly DrawnShape[]])[] = [
  [
    /dog|pupp|hund|welp/i,
    [
      BODY,
      { d: "M200 116C264 116 306 160 306 228C306 302 264 354 200 354S94 302 94 228C94 160 136 116 200 116Z" },
      {
        d: "M132 138C86 122 54 170 50 240C47 298 70 330 94 320C120 309 116 250 138 190ZM268 138C314 122 346 170 350 240C353 298 330 330 306 320C280 309 284 250 262 190Z",
        part: "near",
      },
    ],
  ],
  [
    /cat|kitten|katze|kater/i,
    [
      BODY,
      {
        d: "M86 232C72 168 72 108 84 82C88 72 100 70 108 78C142 104 172 132 184 152ZM314 232C328 168 328 108 316 82C312 72 300 70 292 78C258 104 228 132 216 152Z",
      },
      ROUND,
    ],
  ],
  [
    /rabbit|bunn|hare|kaninchen|hase/i,
    [
      BODY,
      {
        d: "M146 186C112 120 108 40 128 16C140 2 158 8 166 32C180 76 188 134 188 176ZM254 186C288 120 292 40 272 16C260 2 242 8 234 32C220 76 212 134 212 176Z",
      },
      ROUND,
    ],
  ],
  [
    /rodent|small|klein|nager/i,
    [
      { d: "M58 510C40 330 100 190 200 190S360 330 342 510Z" },
      { d: "M70 214a36 36 0 1 0 72 0a36 36 0 1 0 -72 0Z", part: "near" },
      { d: "M258 214a36 36 0 1 0 72 0a36 36 0 1 0 -72 0Z", part: "near" },
    ],
  ],
  [
    /bird|parrot|vogel|vögel|papagei/i,
    [
      {
        d: "M84 510C70 380 96 300 120 262A88 88 0 1 1 280 262C304 300 330 380 316 510ZM196 132C176 96 178 56 206 26C206 60 212 74 224 90C222 72 232 58 246 52C240 84 236 110 214 136Z",
      },
      { d: "M178 226C182 214 218 214 222 226C222 246 210 262 200 266C190 262 178 246 178 226Z", part: "ground" },
    ],
  ],
  [
    /fish|fisch/i,
    [
      { d: "M50 250C110 150 230 150 290 240L370 170V330L290 262C230 350 110 350 50 250Z" },
      { d: "M106 236a14 14 0 1 0 28 0a14 14 0 1 0 -28 0Z", part: "ground" },
    ],
  ],
  [
    /reptil|snake|lizard|turtle|schlange|echse|schildkr/i,
    [
      { d: "M30 400C40 270 120 200 200 200S360 270 370 400Z" },
      { d: "M150 400C150 330 170 300 200 300S250 330 250 400C250 450 150 450 150 400Z", part: "near" },
    ],
  ],
];

/** A paw, for kinds that are called otherwise. */
const PAW: readonly DrawnShape[] = [
  { d: "M56 232a36 48 0 1 0 72 0a36 48 0 1 0 -72 0Z" },
  { d: "M124 162a38 52 0 1 0 76 0a38 52 0 1 0 -76 0Z" },
  { d: "M200 162a38 52 0 1 0 76 0a38 52 0 1 0 -76 0Z" },
  { d: "M272 232a36 48 0 1 0 72 0a36 48 0 1 0 -72 0Z" },
  {
    d: "M200 236C150 236 106 294 106 338C106 366 126 380 150 380C168 380 182 370 200 370S232 380 250 380C274 380 294 366 294 338C294 294 250 236 200 236Z",
  },
];

/** The drawing of a kind, by the words in its name. */
export function drawingOf(kind: string): readonly DrawnShape[] {
  return KINDS.find(([words]) => words.test(kind))?.[1] ?? PAW;
}
