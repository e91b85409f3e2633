import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { texts } from "../app/language.ts";
import { EmptyState, Skeleton } from "./states.tsx";

type Outcome<Props> = { readonly View: ComponentType<Props> } | "out-of-reach" | "outdated";

/** A part of the page whose code is loaded when it is first shown, and again when the service is back in reach. */
export function lazyView<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  async function attempt(): Promise<Outcome<Props>> {
    try {
      return { View: await load() };
    } catch {
      // After an upgrade, the code that this page was made with is gone: the service is there, but not the file.
      const isThere = await fetch(location.pathname, { method: "HEAD" }).then(
        ({ ok }) => ok,
        () => false,
      );
      return isThere ? "outdated" : "out-of-reach";
    }
  }
  return function LazyView(props: Props) {
    const [outcome, setOutcome] = useState<Outcome<Props>>();
    const [attempts, setAttempts] = useState(0);
    const again = () => setAttempts((before) => before + 1);
    useEffect(() => {
      setOutcome(undefined);
      attempt().then((next) => {
        // Browsers remember that a file could not be loaded: only a new page asks for it again. What was typed is kept.
        if (attempts > 0 && next === "outdated") location.reload();
        else setOutcome(next);
      });
    }, [attempts]);
    // Before the browser draws: the service may be back as soon as anybody can see that it was not.
    useLayoutEffect(() => {
      if (outcome !== "out-of-reach") return;
      addEventListener("online", again);
      return () => removeEventListener("online", again);
    }, [outcome]);
    const { failures, common } = texts.value;
    if (outcome === undefined) return <Skeleton lines={4} />;
    if (typeof outcome === "object") return <outcome.View {...props} />;
    const isOutdated = outcome === "outdated";
    return (
      <EmptyState title={isOutdated ? failures.outdated : failures.notLoaded}>
        <button type="button" onClick={isOutdated ? () => location.reload() : again}>
          {isOutdated ? common.reload : common.retry}
        </button>
      </EmptyState>
    );
  };
}
