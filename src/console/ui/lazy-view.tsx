import { type ComponentChildren, type ComponentType, Fragment } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { loadViewTexts, texts } from "../app/formats/language.ts";
import { EmptyState, Skeleton } from "./states.tsx";

type Failed = "out-of-reach" | "outdated";

type Frame = ComponentType<{ readonly children: ComponentChildren }>;

/** A part of the page whose code, texts and styles load on first use or on `preload`. */
type LazyView<Props> = ComponentType<Props> & {
  /** Starts loading a part that is likely to be next. */
  readonly preload: () => void;
};

/** Every known part. Loading one may add others. */
const parts: (() => Promise<unknown>)[] = [];

/** Loads all parts one after another, so that each opens offline. Stops at the first failure. */
export async function preloadViews(): Promise<void> {
  // The iteration includes parts added meanwhile.
  for (const load of parts) if ((await load()) !== undefined) return;
}

/**
 * Creates a part that loads its code when first shown, and retries when the service is reachable again. `Frame`
 * surrounds the placeholder.
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
      // After an upgrade the files of this page are gone, although the service responds.
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
      // Another instance or a preload may have loaded it since.
      if (View !== undefined) return setLoaded(true);
      setFailed(undefined);
      attempt().then((next) => {
        // Browsers cache a failed import, so only a reload retries it. Drafts survive.
        if (attempts > 0 && next === "outdated") return location.reload();
        setFailed(next);
        setLoaded(next === undefined);
      });
    }, [attempts]);
    // Subscribe before painting: the service may come back right then.
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
