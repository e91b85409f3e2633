import { type ComponentChildren, type ComponentType, Fragment } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { loadViewTexts, texts } from "../app/formats/language.ts";
import { EmptyState, Skeleton } from "./states.tsx";

type Failed = "out-of-reach" | "outdated";

type Frame = ComponentType<{ readonly children: ComponentChildren }>;

/** A part of the page whose code, texts and styles are loaded when it is first shown, or before that. */
type LazyView<Props> = ComponentType<Props> & {
  /** Loads it, for a part that is likely to be shown next. */
  readonly preload: () => void;
};

/** Every part of the page that is known so far. One that is loaded may bring others. */
const parts: (() => Promise<unknown>)[] = [];

/** Loads every part of the page, one after the other: each can then be opened without a connection. */
export async function preloadViews(): Promise<void> {
  // An array goes on to what is added on the way.
  for (const load of parts) if ((await load()) !== undefined) return;
}

/**
 * A part of the page whose code is loaded when it is first shown, and again when the service is back in reach. Until then,
 * the frame is around what is shown in its place.
 */
export function lazyView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Frame: Frame = Fragment,
): LazyView<Props> {
  let View: ComponentType<Props> | undefined;
  async function attempt(): Promise<Failed | undefined> {
    if (View !== undefined) return undefined;
    try {
      [View] = await Promise.all([load(), loadViewTexts(), import("../styles/later.ts")]);
      return undefined;
    } catch {
      // After an upgrade, the code that this page was made with is gone: the service is there, but not the file.
      const isThere = await fetch(location.pathname, { method: "HEAD" }).then(
        ({ ok }) => ok,
        () => false,
      );
      return isThere ? "outdated" : "out-of-reach";
    }
  }
  parts.push(attempt);
  function LazyView(props: Props) {
    const [, setLoaded] = useState(View !== undefined);
    const [failed, setFailed] = useState<Failed>();
    const [attempts, setAttempts] = useState(0);
    const again = () => setAttempts((before) => before + 1);
    useEffect(() => {
      // Another part, or a preload, may have loaded it since this one was drawn.
      if (View !== undefined) return setLoaded(true);
      setFailed(undefined);
      attempt().then((next) => {
        // Browsers remember that a file could not be loaded: only a new page asks for it again. What was typed is kept.
        if (attempts > 0 && next === "outdated") return location.reload();
        setFailed(next);
        setLoaded(next === undefined);
      });
    }, [attempts]);
    // Before the browser draws: the service may be back as soon as anybody can see that it was not.
    useLayoutEffect(() => {
      if (failed !== "out-of-reach") return;
      addEventListener("online", again);
      return () => removeEventListener("online", again);
    }, [failed]);
    if (View !== undefined) return <View {...props} />;
    const { failures, common } = texts.value;
    const isOutdated = failed === "outdated";
    return (
      <Frame>
        {failed === undefined ? (
          <Skeleton lines={4} />
        ) : (
          <EmptyState title={isOutdated ? failures.outdated : failures.notLoaded}>
            <button type="button" onClick={isOutdated ? () => location.reload() : again}>
              {isOutdated ? common.reload : common.retry}
            </button>
          </EmptyState>
        )}
      </Frame>
    );
  }
  return Object.assign(LazyView, { preload: () => void attempt() });
}
