/* Unsent input of a form. Survives closing a panel, signing in again and reloading; signing out deletes it. */
import type { ApiResponse } from "../../client/index.ts";
import { isObject, readItem } from "../app/session/storage.ts";
import { STORED_UNSAVED, type Unsaved, unsaved } from "../app/unsaved.ts";

/** The fields of a form, as typed. */
export type Fields<Name extends string = string> = Readonly<Record<Name, string>>;

/**
 * A version of what a form changes: its fields and their entity tag. Without a tag, concurrent changes go unnoticed.
 */
export interface Version<F extends Fields> {
  readonly fields: F;
  readonly tag?: string | undefined;
}

/** The data of a response and its entity tag. */
export type Tagged<T> = Pick<ApiResponse<T>, "data" | "etag">;

/** A draft: what was typed, and the version that it is based on. */
export interface Draft<F extends Fields> {
  readonly base: Version<F>;
  readonly typed: F;
  /** The version of somebody else, until the person has resolved every conflict. */
  readonly theirs?: Version<F> | undefined;
  /** What was sent and is not known to be stored. */
  readonly sent?: Sent<F> | undefined;
}

/** Requests under one Idempotency-Key. Repeating one takes effect once. */
export interface Sent<F extends Fields> {
  readonly key: string;
  /** The input of the first request and of each change that followed. The last may have no response. */
  readonly steps: readonly F[];
}

const nameOf = (name: string) => `petstore-draft-${name}`;

/** Reads a stored draft; undefined if there is none with exactly these fields. */
export function readDraft<F extends Fields>(name: string, fields: F): Draft<F> | undefined {
  const areFields = (value: unknown): value is F =>
    isObject(value) && Object.keys(fields).every((field) => typeof value[field] === "string");
  const isVersion = (value: unknown): value is Version<F> =>
    isObject(value) && areFields(value["fields"]) && ["string", "undefined"].includes(typeof value["tag"]);
  const isSent = (value: unknown): value is Sent<F> =>
    isObject(value) &&
    typeof value["key"] === "string" &&
    Array.isArray(value["steps"]) &&
    value["steps"].every(areFields);
  const isDraft = (value: unknown): value is Draft<F> =>
    isObject(value) &&
    isVersion(value["base"]) &&
    areFields(value["typed"]) &&
    (value["theirs"] === undefined || isVersion(value["theirs"])) &&
    (value["sent"] === undefined || isSent(value["sent"]));
  return readItem(sessionStorage, nameOf(name), isDraft);
}

function noteDraft(name: string, about: Unsaved | undefined): void {
  const { [name]: known, ...others } = unsaved.peek();
  if (known?.title === about?.title && known?.href === about?.href) return;
  unsaved.value = about === undefined ? others : { ...others, [name]: about };
  sessionStorage.setItem(STORED_UNSAVED, JSON.stringify(unsaved.peek()));
}

/** Stores a draft and what it is about. */
export function keepDraft<F extends Fields>(name: string, draft: Draft<F>, about?: Unsaved): void {
  noteDraft(name, about);
  sessionStorage.setItem(nameOf(name), JSON.stringify(draft));
}

/** Deletes a draft that was saved or discarded. */
export function dropDraft(name: string): void {
  noteDraft(name, undefined);
  sessionStorage.removeItem(nameOf(name));
}

/** Whether a draft with this name exists. */
export function hasDraft(name: string): boolean {
  return sessionStorage.getItem(nameOf(name)) !== null;
}

/** Renames a draft, for example that of a new pet once the pet exists. */
export function moveDraft(from: string, to: string): void {
  const draft = readItem(sessionStorage, nameOf(from), isObject);
  dropDraft(from);
  if (draft === undefined || !isObject(draft["typed"])) return;
  const typed = draft["typed"] as Fields;
  const empty = Object.fromEntries(Object.keys(typed).map((name) => [name, ""]));
  sessionStorage.setItem(nameOf(to), JSON.stringify({ base: { fields: empty }, typed } satisfies Draft<Fields>));
}

/** The names of fields that differ. */
export function changedFields<F extends Fields>(one: F, other: F): readonly (keyof F & string)[] {
  return Object.keys(one).filter((name) => one[name] !== other[name]);
}

/** Copies the fields in `names` from `from`. */
export function withFields<F extends Fields>(onto: F, from: F, names: readonly (keyof F & string)[]): F {
  return { ...onto, ...Object.fromEntries(names.map((name) => [name, from[name]])) };
}

/** The fields that both people changed to different values. */
export function conflictsOf<F extends Fields>({ base, typed, theirs }: Draft<F>): readonly (keyof F & string)[] {
  if (theirs === undefined) return [];
  const mine = changedFields(typed, base.fields);
  return mine.filter((name) => theirs.fields[name] !== base.fields[name] && theirs.fields[name] !== typed[name]);
}

/** Rebases a draft onto somebody else's version. Fields that only one person changed take that person's value. */
export function merge<F extends Fields>({ base, typed }: Draft<F>, theirs: Version<F>): Draft<F> {
  const merged = withFields(theirs.fields, typed, changedFields(typed, base.fields));
  return settled({ base, typed: merged, theirs });
}

/** A draft with one conflict resolved. */
export function decided<F extends Fields>(draft: Draft<F>, field: keyof F & string, isMine: boolean): Draft<F> {
  const { base, typed, theirs = base } = draft;
  return settled({
    base: { ...base, fields: withFields(base.fields, theirs.fields, [field]) },
    typed: isMine ? typed : withFields(typed, theirs.fields, [field]),
    theirs,
  });
}

/** Rebases a draft without remaining conflicts onto the other version. */
export function settled<F extends Fields>(draft: Draft<F>): Draft<F> {
  const { theirs, typed } = draft;
  return theirs === undefined || conflictsOf(draft).length > 0 ? draft : { base: theirs, typed };
}
