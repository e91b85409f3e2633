/* The types of columns: what each holds, and how that is stored. */
import type { Value } from "../engine.ts";

/** A type of column, with the conversion between what is stored and what the core holds. */
export interface Column<Held> {
  readonly type: "text" | "bigint" | "integer" | "bytes";
  /** Null is stored for a member that is left out. */
  readonly isOptional: boolean;
  read(stored: NonNullable<Value>): Held;
  write(held: Held): Value;
}

/** A column that may be null. */
export interface OptionalColumn<Held> extends Column<Held> {
  readonly isOptional: true;
}

/** Text, or one of a few texts. */
export function text<Held extends string = string>(): Column<Held> {
  return { type: "text", isOptional: false, read: (stored) => stored as Held, write: (held) => held };
}

/** Words separated by spaces. */
export function words<Word extends string>(): Column<readonly Word[]> {
  return {
    type: "text",
    isOptional: false,
    read: (stored) => String(stored).split(" ").filter(Boolean) as Word[],
    write: (held) => held.join(" "),
  };
}

/** A value as JSON. */
export function json<Held>(): Column<Held> {
  return { type: "text", isOptional: false, read: (stored) => JSON.parse(String(stored)), write: JSON.stringify };
}

/** An integer of 64 bits. */
export const int64: Column<bigint> = {
  type: "bigint",
  isOptional: false,
  read: (stored) => stored as bigint,
  write: (held) => held,
};

/** An integer of 64 bits that never exceeds 2^53. */
export const count: Column<number> = { type: "bigint", isOptional: false, read: Number, write: (held) => held };

/** An integer of 32 bits. */
export const int32: Column<number> = { ...count, type: "integer" };

/** A time in epoch milliseconds. */
export const time: Column<number> = count;

/** A time that is held as RFC 3339 text in UTC and stored in epoch milliseconds. */
export const dateTime: Column<string> = {
  type: "bigint",
  isOptional: false,
  read: (stored) => new Date(Number(stored)).toISOString(),
  write: Date.parse,
};

/** Bytes. */
export const bytes: Column<Uint8Array> = {
  type: "bytes",
  isOptional: false,
  read: (stored) => stored as Uint8Array,
  write: (held) => held,
};

/** True or false, stored as 1 or 0. */
export const flag: Column<boolean> = {
  type: "integer",
  isOptional: false,
  read: (stored) => Number(stored) === 1,
  write: (held) => (held ? 1 : 0),
};

/** The same type of column where it may be null. */
export function optional<Held>(column: Column<Held>): OptionalColumn<Held> {
  return { ...column, isOptional: true };
}

/** Columns by the names of the members that they hold. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

type HeldBy<Type> = Type extends Column<infer Held> ? Held : never;
type OptionalIn<Of extends Columns> = {
  [Member in keyof Of]: Of[Member] extends { isOptional: true } ? Member : never;
}[keyof Of];

/** The record of a row with these columns. */
export type RecordOf<Of extends Columns> = {
  readonly [Member in Exclude<keyof Of, OptionalIn<Of>>]: HeldBy<Of[Member]>;
} & { readonly [Member in OptionalIn<Of>]?: HeldBy<Of[Member]> | undefined };
