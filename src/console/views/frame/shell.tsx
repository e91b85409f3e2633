import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { onShortcut } from "../../app/focus.ts";
import { invitation } from "../../app/invitation.ts";
import { texts } from "../../app/language.ts";
import { undoLast } from "../../app/notices.ts";
import { endQuestion, question } from "../../app/questions.ts";
import { hrefOf, navigate, route } from "../../app/routes.ts";
import { can, isRefused, onNextPerson, refreshKey, session, signOut } from "../../app/session.ts";
import { connection } from "../../data/live.ts";
import { icons } from "../../ui/icons.tsx";
import { lazyView } from "../../ui/lazy-view.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Boundary, ForbiddenState } from "../../ui/states.tsx";
import { Toast } from "../../ui/toast.tsx";
import { LanguageChoice } from "./language-choice.tsx";
import { type View, views } from "./views.ts";

const SignInPage = lazyView(async () => (await import("./sign-in.tsx")).SignInPage);
const SignInAgain = lazyView(async () => (await import("./sign-in.tsx")).SignInAgain);
const RedemptionPage = lazyView(async () => (await import("./redemption.tsx")).RedemptionPage);
const Palette = lazyView(async () => (await import("./palette.tsx")).Palette);
const ConfirmDialog = lazyView(async () => (await import("../../ui/dialog.tsx")).ConfirmDialog);

/** What lies over the page, by name. */
const overlays = {
  palette: Palette,
  recent: lazyView(async () => (await import("./recent.tsx")).Recent),
  help: lazyView(async () => (await import("./help.tsx")).Help),
};

/** The whole page. When the key stops working, the sign-in appears over it, so that nothing typed is lost. */
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

/** The frame around every view: navigation, who is signed in, language, and whether the service is in reach. */
function Shell() {
  const current = views.find(({ name }) => name === route.value.view);
  useEffect(() => {
    // A key that no longer works is noticed by the request itself, and a failure says nothing about the scopes.
    refreshKey().catch(() => {});
    // Letters right after Ctrl-K must not be lost. Not every browser says when it is idle.
    globalThis.requestIdleCallback?.(() => {
      Palette.preload();
      ConfirmDialog.preload();
    });
  }, []);
  useEffect(() => {
    if (current !== undefined) document.title = `${texts.value.views[current.name]} · Petstore`;
    else navigate(hrefOf(views.find(({ scope }) => can(scope))?.name ?? "pets"), { isReplacing: true });
  });
  return (
    <div class="shell">
      <a class="skip-link" href="#view">
        {texts.value.shell.skip}
      </a>
      <header class="row brand">
        {icons.paw}
        <span>Petstore</span>
      </header>
      <Navigation current={current} />
      <Account />
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

/** As many views as a phone shows side by side, with the button for the others. */
const TABS_MAX = 5;

function Navigation({ current }: { readonly current: View | undefined }) {
  const { views: names, shell: words } = texts.value;
  const shown = views.filter(({ scope, isAside }) => can(scope) && isAside !== true);
  const others = shown.length > TABS_MAX ? shown.slice(TABS_MAX - 1) : [];
  return (
    <nav class="views" aria-label={texts.value.shell.navigation}>
      {shown.map((view) => (
        <a
          key={view.name}
          href={hrefOf(view.name)}
          class={others.includes(view) ? "roomy" : undefined}
          aria-current={view === current ? "page" : undefined}
        >
          {view.name in icons && icons[view.name as keyof typeof icons]}
          <span>{names[view.name]}</span>
        </a>
      ))}
      {others.length > 0 && (
        <Menu
          label={words.more}
          class={current !== undefined && others.includes(current) ? "current" : ""}
          items={others.map((view) => ({
            text: names[view.name],
            isChecked: view === current,
            choose: () => navigate(hrefOf(view.name)),
          }))}
        >
          {icons.more}
          <span>{words.more}</span>
        </Menu>
      )}
    </nav>
  );
}

/** Adds something in the view of the address, also right after a link was followed. */
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

/** What is asked, the search for everything with Ctrl-K or Cmd-K, the help with `?`, Undo with Ctrl-Z, and what `n` adds. */
function Overlays() {
  useEffect(() => onShortcut("k", () => open("palette"), { hasCtrl: true, isEverywhere: true }), []);
  useEffect(() => onShortcut("?", () => open("help")), []);
  useEffect(() => onShortcut("z", undoLast, { hasCtrl: true }), []);
  useEffect(() => onShortcut("n", add), []);
  const { view, open: opened } = route.value;
  useEffect(endQuestion, [view, opened]);
  if (question.value !== undefined) return <ConfirmDialog {...question.value} />;
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

function Account() {
  const { shell: words } = texts.value;
  const { name = "", hint = "" } = session.value?.key ?? {};
  return (
    <section class="stack account" aria-label={words.account}>
      <p class="key-name" title={words.key(name, hint)}>
        <bdi>{name}</bdi> <span class="muted">…{hint}</span>
      </p>
      <div class="row account-actions">
        <button type="button" class="quiet" aria-haspopup="dialog" onClick={() => open("palette")}>
          {words.find} <kbd>Ctrl K</kbd>
        </button>
        <button type="button" class="quiet" aria-haspopup="dialog" onClick={() => open("recent")}>
          {words.recent}
        </button>
        <button type="button" class="quiet help" aria-haspopup="dialog" onClick={() => open("help")}>
          {words.help}
        </button>
        <LanguageChoice />
        <button type="button" class="quiet" onClick={signOut}>
          {words.signOut}
        </button>
      </div>
    </section>
  );
}

const isOnline = signal(navigator.onLine);
for (const type of ["online", "offline"]) {
  addEventListener(type, () => {
    isOnline.value = navigator.onLine;
  });
}

/** Says that the service is out of reach. It lies over the page, so that nothing moves. */
function ConnectionSign() {
  const isLost = !isOnline.value || connection.value === "lost";
  return (
    <p role="status" class={isLost ? "connection-sign" : "visually-hidden"}>
      {isLost && texts.value.shell.offline}
    </p>
  );
}
