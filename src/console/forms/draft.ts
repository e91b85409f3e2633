/* What was typed into a form and is not sent yet. It survives closing a panel, a new sign-in and loading the page again; signing out forgets it. */
import type { ApiResponse } from "../../client/index.ts";
import { isObject, readItem } from "../app/session/storage.ts";
import { STORED_UNSAVED, type Unsaved, unsaved } from "../app/unsaved.ts";

/** The fields of a form, as typed. */
export type Fields<Name extends string = string> = Readonly<Record<Name, string>>;

/** A state of what a form changes: its fields, and the tag of that state. Without a tag, a change by others is not noticed. */
export interface Version<F extends Fields> {
  readonly fields: F;
  readonly tag?: string | undefined;
}

/** What the service responded with, and the tag of that state. */
export type Tagged<T> = Pick<ApiResponse<T>, "data" | "etag">;

/** A draft: what was typed, on top of the version that the person saw. */
export interface Draft<F extends Fields> {
  readonly base: Version<F>;
  readonly typed: F;
  /** What somebody else has made of it meanwhile, until the person has decided about every field. */
  readonly theirs?: Version<F> | undefined;
  /** What was sent, as long as it is not known to be stored as typed. */
  readonly sent?: Sent<F> | undefined;
}

/** What was sent under an Idempotency-Key: sending it again takes effect once. */
export interface Sent<F extends Fields> {
  readonly key: string;
  /** What was typed for the first request, and for each change of what that has created. The last one may have no response. */
  readonly steps: readonly F[];
}

const nameOf = (name: string) => `petstore-draft-${name}`;

/** Reads the draft with a name; undefined if there is none for exactly these fields. */
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

/** Keeps a draft, and notes what it is about. */
export function keepDraft<F extends Fields>(name: string, draft: Draft<F>, about?: Unsaved): void {
  noteDraft(name, about);
  sessionStorage.setItem(nameOf(name), JSON.stringify(draft));
}

/** Drops a draft: it is saved, or discarded. */
export function dropDraft(name: string): void {
  noteDraft(name, undefined);
  sessionStorage.removeItem(nameOf(name));
}

/** Whether something is typed under a name. */
export function hasDraft(name: string): boolean {
  return sessionStorage.getItem(nameOf(name)) !== null;
}

/** Makes a draft one of another form, such as that of a new pet. */
export function moveDraft(from: string, to: string): void {
  const draft = readItem(sessionStorage, nameOf(from), isObject);
  dropDraft(from);
  if (draft === undefined || !isObject(draft["typed"])) return;
  const typed = draft["typed"] as Fields;
  const empty = Object.fromEntries(Object.keys(typed).map((name) => [name, ""]));
  sessionStorage.setItem(nameOf(to), JSON.stringify({ base: { fields: empty }, typed } satisfies Draft<Fields>));
}

/** The names of the fields that differ. */
export function changedFields<F extends Fields>(one: F, other: F): readonly (keyof F & string)[] {
  return Object.keys(one).filter((name) => one[name] !== other[name]);
}

/** The fields of `from` that are in `names`, on top of others. */
export function withFields<F extends Fields>(onto: F, from: F, names: readonly (keyof F & string)[]): F {
  return { ...onto, ...Object.fromEntries(names.map((name) => [name, from[name]])) };
}

/** The fields about which a person has to decide: both people have changed them, to different values. */
export function conflictsOf<F extends Fields>({ base, typed, theirs }: Draft<F>): readonly (keyof F & string)[] {
  if (theirs === undefined) return [];
  const mine = changedFields(typed, base.fields);
  return mine.filter((name) => theirs.fields[name] !== base.fields[name] && theirs.fields[name] !== typed[name]);
}

/** A draft on top of what somebody else has made of it. Fields that only one person has changed are as that person wants them. */
export function merge<F extends Fields>({ base, typed }: Draft<F>, theirs: Version<F>): Draft<F> {
  const merged = withFields(theirs.fields, typed, changedFields(typed, base.fields));
  return settled({ base, typed: merged, theirs });
}

/** A draft after the person has decided about a field. */
export function decided<F extends Fields>(draft: Draft<F>, field: keyof F & string, isMine: boolean): Draft<F> {
  const { base, typed, theirs = base } = draft;
  return settled({
    base: { ...base, fields: withFields(base.fields, theirs.fields, [field]) },
    typed: isMine ? typed : withFields(typed, theirs.fields, [field]),
    theirs,
  });
}

/** Without a conflict, a draft is on top of their version. */
export function settled<F extends Fields>(draft: Draft<F>): Draft<F> {
  const { theirs, typed } = draft;
  return theirs === undefined || conflictsOf(draft).length > 0 ? draft : { base: theirs, typed };
}
