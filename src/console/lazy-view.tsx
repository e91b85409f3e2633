import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { texts } from "./language.ts";
import { EmptyState, Skeleton } from "./states.tsx";

/** A part of the page whose code comes when it is first shown. After an upgrade of the service that code may be gone. */
export function lazyView(load: () => Promise<ComponentType>): ComponentType {
  return function LazyView() {
    const [view, setView] = useState<{ readonly View: ComponentType } | "failed">();
    useEffect(() => {
      load().then(
        (View) => setView({ View }),
        () => setView("failed"),
      );
    }, []);
    if (view === undefined) return <Skeleton lines={8} />;
    if (view !== "failed") return <view.View />;
    return (
      <EmptyState title={texts.value.failures.outdated}>
        <button type="button" onClick={() => location.reload()}>
          {texts.value.common.reload}
        </button>
      </EmptyState>
    );
  };
}
