import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { texts } from "./language.ts";
import { EmptyState, Skeleton } from "./states.tsx";

/** A part of the page whose code comes when it is first shown. After an upgrade of the service that code may be gone. */
export function lazyView<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function LazyView(props: Props) {
    const [view, setView] = useState<{ readonly View: ComponentType<Props> } | "failed">();
    useEffect(() => {
      load().then(
        (View) => setView({ View }),
        () => setView("failed"),
      );
    }, []);
    if (view === undefined) return <Skeleton lines={4} />;
    if (view !== "failed") return <view.View {...props} />;
    return (
      <EmptyState title={texts.value.failures.outdated}>
        <button type="button" onClick={() => location.reload()}>
          {texts.value.common.reload}
        </button>
      </EmptyState>
    );
  };
}
