import { listParameter, readInt64 } from "./common.ts";

const IDS_MAX = 100;

function readIds(texts: readonly string[]): readonly bigint[] | undefined {
  if (texts.length > IDS_MAX) return undefined;
  const ids = texts.map(readInt64).filter((id) => id !== undefined);
  return ids.length === texts.length ? ids : undefined;
}

/** A list of ids (decision D8). */
export function idsParameter(description: string) {
  return listParameter(`1 to ${IDS_MAX} integers (int64), separated by commas`, readIds, {
    items: { type: "integer", format: "int64" },
    maxItems: IDS_MAX,
    "x-stability": "beta",
    description,
  });
}
