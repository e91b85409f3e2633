import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { texts } from "../../app/formats/language.ts";
import { isRowKey, keyPressed, onKey } from "../../app/keyboard/shortcut-keys.ts";
import { undoLast } from "../../app/notices.ts";
import { endQuestion, question } from "../../app/questions.ts";
import { reserving } from "../../app/reserving.ts";
import { hrefOf, navigate, route } from "../../app/routes.ts";
import { invitation } from "../../app/session/invitation.ts";
import { shopName } from "../../app/session/page-settings.ts";
import { onReturn } from "../../app/session/reach.ts";
import { can, isRefused, onNextPerson, refreshKey, session } from "../../app/session/session.ts";
import { connection } from "../../data/events/live.ts";
import { lazyView, preloadViews } from "../../ui/lazy-view.tsx";
import { Toast } from "../../ui/panels/toast.tsx";
import { Boundary, ForbiddenState } from "../../ui/states.tsx";
import { Navigation } from "./navigation.tsx";
import { homeHref, type View, views } from "./views.ts";

const loadEntry = () => import("./entry/entry.ts");
const SignInPage = lazyView(async () => (await loadEntry()).SignInPage);
const SignInAgain = lazyView(async () => (await loadEntry()).SignInAgain);
const RedemptionPage = lazyView(async () => (await loadEntry()).RedemptionPage);

const loadOverlays = () => import("./overlays.ts");
const ReservingSheet = lazyView(async () => (await import("./day-views.ts")).ReservingSheet);
const ConfirmDialog = lazyView(async () => (await loadOverlays()).ConfirmDialog);

/** Safari has no `requestIdleCallback`. */
const whenIdle = globalThis.requestIdleCallback ?? setTimeout;

/** Loads the rest of the page, so that no keystroke after Ctrl+K is lost and every view opens offline. */
async function loadRest(): Promise<void> {
  try {
    await loadOverlays();
    await preloadViews();
  } catch {
    // Loaded when the service is reachable again.
  }
}

onReturn(() => session.peek() && loadRest());

/** Handles the shortcuts of rows and panels. Their code loads with the first key press, so none is lost. */
function followRowKeys(): () => void {
  function onKeyDown(event: KeyboardEvent) {
    const name = keyPressed(event);
    if (name === undefined || !isRowKey(name)) return;
    event.preventDefault();
    const target = event.target as Element;
    loadOverlays().then(
      ({ actOnRow }) => actOnRow(name, target),
      () => {}, // Loaded when the service is reachable again.
    );
  }
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}

/** Dialogs over the page, by name. */
const overlays = {
  palette: lazyView(async () => (await loadOverlays()).Palette),
  recent: lazyView(async () => (await loadOverlays()).Recent),
  help: lazyView(async () => (await loadOverlays()).Help),
};

/** The whole page. When the key stops working, the sign-in opens over it, so nothing typed is lost. */
export function App() {
  if (invitation.value !== undefined) return <RedemptionPage />;
  if (session.value === undefined) return <SignInPage />;
  return (
    <>
      <Shell key={session.value.apiKey} />
      <Toast />
      {isRefused.value && <SignInAgain />}
    </>
  );
}

/** The frame around every view: navigation, account and connection state. */
function Shell() {
  const current = views.find(({ name }) => name === route.value.view);
  useEffect(() => {
    // A request with a dead key reports that itself; after any other failure the known scopes still hold.
    refreshKey().catch(() => {});
    whenIdle(loadRest);
  }, []);
  useEffect(() => {
    if (current !== undefined) document.title = `${texts.value.views[current.name]} · ${shopName}`;
    else navigate(homeHref(), { isReplacing: true });
  });
  return (
    <div class="shell">
      <a class="skip-link" href="#view">
        {texts.value.shell.skip}
      </a>
      <Navigation current={current} open={open} />
      <ConnectionSign />
      <main id="view" tabIndex={-1}>
        {current !== undefined && (
          <Boundary key={current.name}>
            <CurrentView {...current} />
          </Boundary>
        )}
      </main>
      <Boundary>
        <Overlays />
      </Boundary>
    </div>
  );
}

function CurrentView({ scope, Content }: View) {
  return can(scope) ? <Content /> : <ForbiddenState scope={scope} />;
}

/** Adds an item in the current view. Reads the URL, since a link may have just been followed. */
function add(): void {
  const current = views.find(({ name }) => name === route.peek().view);
  if (current?.adds !== undefined && can(current.adds)) navigate(hrefOf(current.name, "new"));
}

const overlay = signal<keyof typeof overlays | undefined>(undefined);

onNextPerson(() => {
  overlay.value = undefined;
});

function open(name: keyof typeof overlays): void {
  overlay.value = name;
}

/** Global dialogs and shortcuts: Ctrl+K or Cmd+K, `?`, Ctrl+Z, `n`, and the keys of rows. */
function Overlays() {
  useEffect(() => onKey("find", () => open("palette")), []);
  useEffect(() => onKey("help", () => open("help")), []);
  useEffect(() => onKey("undo", undoLast), []);
  useEffect(() => onKey("add", add), []);
  useEffect(followRowKeys, []);
  const { view, open: opened } = route.value;
  useEffect(endQuestion, [view, opened]);
  if (question.value !== undefined) return <ConfirmDialog {...question.value} />;
  if (reserving.value !== undefined) return <ReservingSheet />;
  const Content = overlay.value && overlays[overlay.value];
  if (Content === undefined) return null;
  return (
    <Content
      close={() => {
        overlay.value = undefined;
      }}
    />
  );
}

const isOnline = signal(navigator.onLine);
for (const type of ["online", "offline"]) {
  addEventListener(type, () => {
    isOnline.value = navigator.onLine;
  });
}

/** Says that the service is unreachable. Overlays the page, so nothing moves. */
function ConnectionSign() {
  const isLost = !isOnline.value || connection.value === "lost";
  return (
    <p role="status" class={isLost ? "connection-sign" : "visually-hidden"}>
      {isLost && texts.value.shell.offline}
    </p>
  );
}
