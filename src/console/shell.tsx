import { useEffect } from "preact/hooks";
import { ConnectionSign } from "./connection-sign.tsx";
import { icons } from "./icons.tsx";
import { texts } from "./language.ts";
import { LanguageChoice } from "./language-choice.tsx";
import { hrefOf, navigate, place } from "./router.ts";
import { can, refreshKey, session, signOut } from "./session.ts";
import { ForbiddenState } from "./states.tsx";
import { type View, views } from "./views.ts";

/** The frame around every view: navigation, who is signed in, language, and whether the service is in reach. */
export function Shell() {
  const current = views.find(({ name }) => name === place.value.view);
  useEffect(() => {
    // A key that no longer works is noticed by the request itself, and a failure says nothing about the scopes.
    refreshKey().catch(() => {});
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
      <header class="brand">
        {icons.paw}
        <span>Petstore</span>
      </header>
      <Navigation current={current} />
      <Account />
      <ConnectionSign />
      <main id="view" tabIndex={-1}>
        {current !== undefined && <CurrentView {...current} />}
      </main>
    </div>
  );
}

function CurrentView({ scope, Content }: View) {
  return can(scope) ? <Content /> : <ForbiddenState scope={scope} />;
}

function Navigation({ current }: { readonly current: View | undefined }) {
  return (
    <nav class="views" aria-label={texts.value.shell.navigation}>
      {views
        .filter(({ scope }) => can(scope))
        .map(({ name }) => (
          <a key={name} href={hrefOf(name)} aria-current={name === current?.name ? "page" : undefined}>
            {icons[name]}
            <span>{texts.value.views[name]}</span>
          </a>
        ))}
    </nav>
  );
}

function Account() {
  const { name = "", hint = "" } = session.value?.key ?? {};
  return (
    <section class="account" aria-label={texts.value.shell.account}>
      <p class="key-name" title={texts.value.shell.key(name, hint)}>
        <bdi>{name}</bdi> <span class="muted">…{hint}</span>
      </p>
      <LanguageChoice />
      <button type="button" class="quiet" onClick={signOut}>
        {texts.value.shell.signOut}
      </button>
    </section>
  );
}
