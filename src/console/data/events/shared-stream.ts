/*
 * One window reads a stream for all windows of this browser with the same key: each stream holds one of the browser's six connections to an
 * origin. Pages without TLS have no locks, and the policy of the page allows no workers.
 */
import { randomName } from "../../app/random.ts";

/** How long a window waits for an answer of a reading window. */
const ASK_MS = 150;

/** How often the reading window sends a heartbeat, and when the others give it up. */
const BEAT_MS = 2_000;
const SILENCE_MS = 5_000;

type Message<Item, State> =
  | { readonly kind: "ask" }
  | {
      readonly kind: "leading";
      readonly id: string;
      readonly state: State | undefined;
      readonly at: string | undefined;
    }
  | { readonly kind: "leaving" }
  | { readonly kind: "item"; readonly item: Item };

/** The role of a window in a shared stream. */
export interface Roles<Item, State> {
  /** The position of this window in the stream. */
  readonly position: () => string | undefined;
  /** Reads the stream until the signal aborts. */
  readonly lead: (signal: AbortSignal) => Promise<void>;
  /** Called with each item, whichever window has read it. */
  readonly receive: (item: Item) => void;
  /** Called with the position of the reading window, after all items that it sent. */
  readonly follow: (position: string) => void;
  readonly setState: (state: State) => void;
}

/** How the reading window passes items on. */
export interface Share<Item, State> {
  send(item: Item): void;
  setState(state: State): void;
}

/** Joins the windows that share a name, until the signal aborts. */
export function shareStream<Item, State>(
  name: string,
  ended: AbortSignal,
  roles: Roles<Item, State>,
): Share<Item, State> {
  const id = randomName();
  const channel = new BroadcastChannel(name);
  const post = (message: Message<Item, State>) => channel.postMessage(message);
  let leading: AbortController | undefined;
  let state: State | undefined;
  let timer: ReturnType<typeof setTimeout>;

  function leadAfter(ms: number) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      leading = new AbortController();
      beat();
      roles.lead(leading.signal);
    }, ms);
  }
  const tell = () => post({ kind: "leading", id, state, at: roles.position() });
  function beat() {
    tell();
    timer = setTimeout(beat, BEAT_MS);
  }
  function follow(message: Message<Item, State> & { readonly kind: "leading" }) {
    // Of two reading windows, the one with the smaller name stays.
    if (leading !== undefined && message.id > id) return tell();
    leading?.abort();
    leading = undefined;
    if (message.state !== undefined) roles.setState(message.state);
    if (message.at !== undefined) roles.follow(message.at);
    leadAfter(SILENCE_MS);
  }
  channel.onmessage = ({ data: message }: MessageEvent<Message<Item, State>>) => {
    if (message.kind === "leading") follow(message);
    else if (message.kind === "ask") {
      if (leading !== undefined) tell();
    } else if (leading !== undefined) return;
    else if (message.kind === "leaving") leadAfter(Math.random() * ASK_MS);
    else roles.receive(message.item);
  };
  ended.addEventListener("abort", () => {
    clearTimeout(timer);
    if (leading !== undefined) post({ kind: "leaving" });
    leading?.abort();
    channel.close();
  });
  post({ kind: "ask" });
  leadAfter(ASK_MS);
  return {
    send(item) {
      if (leading === undefined) return;
      post({ kind: "item", item });
      roles.receive(item);
    },
    setState(now) {
      state = now;
      roles.setState(now);
      if (leading !== undefined) tell();
    },
  };
}
