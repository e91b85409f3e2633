/*
 * The data of a view: a snapshot from the service, with every change since. Shared by lists, open items, stock, counts and plots, so that
 * none of them misses a change that arrives while it loads.
 */
import { computed, effect, type ReadonlySignal, type Signal, signal, untracked } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { now } from "../app/formats/day.ts";
import { onReturn } from "../app/session/reach.ts";
import { onNextPerson, session } from "../app/session/session.ts";
import { type Change, makesStale, onChange, pending, petIdOf, type Topic } from "./events/changes.ts";
import { missed } from "./events/live.ts";

/** Returned by `apply` if only the service knows the new state. */
export const STALE = Symbol("stale");

/** Changes come in bursts: a stale resource is reloaded at most once in this time. */
const RELOAD_MS = 1000;

/** How many hidden resources are kept for Back. */
const KEPT = 30;

/** How long to wait before a failed load is retried without a person asking. */
const RETRY_MS = 5000;

/** How a resource is loaded and kept up to date. */
export interface Source<T> {
  /** Loads it. `known` is the present value. */
  readonly load: (signal: AbortSignal, known: T | undefined) => PromiseLike<T>;
  /** Reloaded after a change that makes this topic stale. */
  readonly topic?: Topic;
  /** Only changes of this pet count; by default of all. */
  readonly petId?: bigint;
  /** Applies a change: the same value if nothing changed, `STALE` if it must be reloaded. */
  readonly apply?: (data: T, change: Change) => T | typeof STALE;
  /** Whether it is loaded each time it is shown: nothing is kept for Back. */
  readonly isFresh?: boolean;
  /** Whether a failed load is retried without a person asking. */
  readonly isQuiet?: boolean;
}

/** A value, and the state of loading it. */
export interface Resource<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Whether `data` belongs to the key, and not to the one before it. */
  readonly isCurrent: boolean;
  /** Reloads it now, for example after a failure. */
  reload(): void;
}

interface Loading {
  readonly error: unknown;
  readonly isLoading: boolean;
}

class Snapshot<T> {
  source: Source<T>;
  readonly loading: Signal<Loading> = signal({ error: undefined, isLoading: true });
  readonly #confirmed = signal<T | undefined>(undefined);
  /** The confirmed value with the pending changes. */
  readonly shown: ReadonlySignal<T | undefined> = computed(() => {
    const data = this.#confirmed.value;
    return data === undefined
      ? undefined
      : pending.value.reduce<T>((before, change) => this.#after(before, change), data);
  });
  users = 0;
  #request: AbortController | undefined;
  #startedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStale = false;
  /** Changes that arrived during a load, whose result may be older. */
  #arrived: Change[] | undefined;

  constructor(source: Source<T>) {
    this.source = source;
  }

  /** Starts to show it. Returns a function that stops it. */
  use(): () => void {
    this.users += 1;
    if (this.users === 1) this.load();
    return () => {
      this.users -= 1;
      if (this.users === 0) this.stop();
    };
  }

  /** Cancels what is in progress: nothing shows it any more. */
  stop(): void {
    this.#request?.abort();
    this.#request = undefined;
    this.#arrived = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  load(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    this.#startedAt = now();
    this.#isStale = false;
    this.#arrived = [];
    this.loading.value = { error: undefined, isLoading: true };
    const loading = async () => this.source.load(request.signal, this.#confirmed.peek());
    loading().then(
      (data) => request.signal.aborted || this.#settle(data),
      (error: unknown) => request.signal.aborted || this.#fail(error),
    );
  }

  receive(change: Change): void {
    this.#arrived?.push(change);
    const data = this.#confirmed.peek();
    if (data !== undefined) this.#confirmed.value = this.#after(data, change);
  }

  #settle(loaded: T): void {
    this.#request = undefined;
    const arrived = this.#arrived ?? [];
    this.#arrived = undefined;
    this.#confirmed.value = arrived.reduce((data, change) => this.#after(data, change), loaded);
    this.loading.value = { error: undefined, isLoading: false };
    if (this.#isStale) this.#loadSoon();
  }

  #fail(error: unknown): void {
    this.#request = undefined;
    this.#arrived = undefined;
    this.loading.value = { error, isLoading: false };
    if (this.source.isQuiet) this.#timer = setTimeout(() => this.load(), RETRY_MS);
  }

  #after(data: T, change: Change): T {
    const { topic, petId, apply } = this.source;
    const isStale = topic !== undefined && makesStale(change, topic) && (petId ?? petIdOf(change)) === petIdOf(change);
    const after = apply?.(data, change) ?? data;
    if (isStale || (after === STALE && change.source !== "pending")) this.#loadSoon();
    return after === STALE ? data : after;
  }

  #loadSoon(): void {
    this.#isStale = true;
    if (this.users === 0 || this.#request !== undefined) return;
    this.#timer ??= setTimeout(() => this.load(), Math.max(0, this.#startedAt + RELOAD_MS - now()));
  }
}

const snapshots = new Map<string, Snapshot<unknown>>();

onChange((change) => {
  for (const snapshot of snapshots.values()) snapshot.receive(change);
});

function inUse(): readonly Snapshot<unknown>[] {
  return [...snapshots.values()].filter(({ users }) => users > 0);
}

function loadAgain(): void {
  for (const [key, snapshot] of snapshots) {
    if (snapshot.users > 0) snapshot.load();
    else snapshots.delete(key);
  }
}

// Another person may see other things.
onNextPerson(() => {
  for (const snapshot of snapshots.values()) snapshot.stop();
  snapshots.clear();
});

// The same person may see others with other scopes.
session.subscribe(() => loadAgain());

onReturn(() => {
  for (const snapshot of inUse()) if (snapshot.loading.peek().error !== undefined) snapshot.load();
});

missed.subscribe(() => loadAgain());

/** Reloads the resources of a topic, after a change without an event. */
export function reload(topic: Topic): void {
  for (const snapshot of inUse()) if (snapshot.source.topic === topic) snapshot.load();
}

function snapshotOf<T>(key: string, source: Source<T>): Snapshot<T> {
  const known = snapshots.get(key) as Snapshot<T> | undefined;
  if (known !== undefined) {
    known.source = source;
    return known;
  }
  const unused = [...snapshots].filter(([, { users }]) => users === 0);
  for (const [old] of unused.slice(0, Math.max(0, unused.length - KEPT))) snapshots.delete(old);
  const snapshot = new Snapshot(source);
  snapshots.set(key, snapshot as Snapshot<unknown>);
  return snapshot;
}

/**
 * Shows the resource with a key in a component. While another key is loading for the first time, the old value stays, so that nothing
 * jumps.
 */
export function useResource<T>(key: string, source: Source<T>): Resource<T> {
  const apiKey = session.value?.apiKey;
  const snapshot = useMemo(() => snapshotOf(key, source), [key, apiKey]);
  snapshot.source = source;
  // Before the browser paints: the request need not wait for that.
  useLayoutEffect(() => {
    const stop = snapshot.use();
    return () => {
      stop();
      if (snapshot.source.isFresh && snapshot.users === 0 && snapshots.get(key) === snapshot) snapshots.delete(key);
    };
  }, [snapshot]);
  const before = useRef<T | undefined>(undefined);
  const data = snapshot.shown.value;
  const { error, isLoading } = snapshot.loading.value;
  if (data !== undefined) before.current = data;
  return {
    data: data ?? (error === undefined ? before.current : undefined),
    error,
    isLoading,
    isCurrent: data !== undefined,
    reload: () => snapshot.load(),
  };
}

/** Shows a resource for the whole page, for as long as somebody is signed in. */
export function followResource<T>(key: string, source: Source<T>): ReadonlySignal<T | undefined> {
  const shown = signal<ReadonlySignal<T | undefined> | undefined>(undefined);
  effect(() => {
    const isSignedIn = session.value !== undefined;
    return untracked(() => {
      if (!isSignedIn) return undefined;
      const snapshot = snapshotOf(key, source);
      shown.value = snapshot.shown;
      return snapshot.use();
    });
  });
  return computed(() => shown.value?.value);
}
