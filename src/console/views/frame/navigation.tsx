/* The navigation: a column at the side; on a phone, bars at the top and bottom. */

import { chooseLanguage, formatCount, type Language, language, languages, texts } from "../../app/formats/language.ts";
import { keys, keyText } from "../../app/keyboard/shortcut-keys.ts";
import { attempt } from "../../app/notices.ts";
import { reserve } from "../../app/reserving.ts";
import { hrefOf, navigate } from "../../app/routes.ts";
import { shopName, visitorsHref } from "../../app/session/page-settings.ts";
import { can, session, signOut } from "../../app/session/session.ts";
import { chooseTheme, theme, themes } from "../../app/session/theme.ts";
import { useStats } from "../../data/shop/stats-data.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { icons } from "../../ui/icons.tsx";
import { Menu, type MenuItem } from "../../ui/panels/menu.tsx";
import { homeHref, type View, views } from "./views.ts";

interface NavigationProps {
  readonly current: View | undefined;
  /** Opens a dialog over the page. */
  readonly open: (name: "palette" | "recent" | "help") => void;
}

/** The brand, the views, the search and the account menu. */
export function Navigation({ current, open }: NavigationProps) {
  const { shell: words } = texts.value;
  const allowed = views.filter(({ scope }) => can(scope));
  const [first, shop] = [allowed.slice(0, 3), allowed.slice(3)];
  const items = personItems(open);
  const search = () => open("palette");
  return (
    <header class="side">
      <div class="top-bar">
        <a class="brand" href={homeHref()}>
          {icons.pets}
          <bdi>{shopName}</bdi>
        </a>
        <button type="button" class="quiet icon" aria-label={words.find} aria-haspopup="dialog" onClick={search}>
          {icons.search}
        </button>
      </div>
      <nav class="views" aria-label={words.navigation}>
        {first.map((view) => (
          <ViewLink key={view.name} view={view} current={current} />
        ))}
        <PlusMenu />
        <button type="button" class="link find" aria-haspopup="dialog" onClick={search}>
          {icons.search}
          <span>{words.find}</span>
          <kbd>{keyText(keys.find[0])}</kbd>
        </button>
        <div class="shop-views">
          {shop.length > 0 && <p class="nav-title">{words.shop}</p>}
          {shop.map((view) => (
            <ViewLink key={view.name} view={view} current={current} />
          ))}
          <VisitorsLink />
        </div>
        <More shop={shop} current={current} items={items} />
      </nav>
      <Person items={items} />
    </header>
  );
}

function ViewLink({ view, current }: { readonly view: View; readonly current: View | undefined }) {
  const { name } = view;
  return (
    <a href={hrefOf(name)} class="link" aria-current={view === current ? "page" : undefined}>
      {icons[name]}
      <span>{texts.value.views[name]}</span>
      {name === "orders" && <OpenOrders />}
    </a>
  );
}

/** The count of open orders. Hidden from screen readers, which read it from the tab of the list. */
function OpenOrders() {
  const open = useStats()?.openOrders;
  if (open === undefined || open.count === 0) return null;
  return (
    <small class="count" aria-hidden="true">
      {formatCount(open)}
    </small>
  );
}

function VisitorsLink() {
  if (visitorsHref === undefined) return null;
  return (
    <a href={visitorsHref} class="link" target="_blank" rel="noreferrer">
      {icons.globe}
      <span>{texts.value.shell.visitors}</span>
    </a>
  );
}

/** On a phone, the most common actions in the middle of the bar. */
function PlusMenu() {
  const { shell: words, pets } = texts.value;
  const items: MenuItem[] = [];
  if (can("pets:write")) {
    items.push(
      {
        text: words.photoOfNew,
        choose: () => attempt(async () => (await import("../pets/list/pets-parts.ts")).photographPet()),
      },
      { text: pets.add, choose: () => navigate(hrefOf("pets", "new")) },
    );
  }
  if (can("orders:write") && can("orders:read")) items.push({ text: words.reserve, choose: () => reserve({}) });
  if (items.length === 0) return null;
  return (
    <Menu label={words.plus} class="plus" items={items}>
      {icons.plus}
    </Menu>
  );
}

interface MoreProps {
  readonly shop: readonly View[];
  readonly current: View | undefined;
  readonly items: readonly MenuItem[];
}

/** On a phone, everything else. */
function More({ shop, current, items }: MoreProps) {
  const { views: names, shell: words } = texts.value;
  const others = shop.map((view) => ({
    text: names[view.name],
    isChecked: view === current,
    choose: () => navigate(hrefOf(view.name)),
  }));
  return (
    <Menu
      label={words.more}
      class={current !== undefined && shop.includes(current) ? "link more current" : "link more"}
      items={[...others, ...items]}
    >
      {icons.more}
      <span>{words.more}</span>
    </Menu>
  );
}

/** The signed-in person and the account menu. */
function Person({ items }: { readonly items: readonly MenuItem[] }) {
  const { shell: words, people } = texts.value;
  const { name = "", hint = "", role } = session.value?.key ?? {};
  return (
    <section class="account" aria-label={words.account}>
      <Menu label={words.account} class="person" hasText items={items}>
        <Avatar name={name} />
        <span class="who">
          <bdi>{name}</bdi>
          <small>{(people.roles as Readonly<Record<string, string>>)[role ?? ""] ?? `…${hint}`}</small>
        </span>
        {icons.more}
      </Menu>
    </section>
  );
}

function personItems(open: NavigationProps["open"]): readonly MenuItem[] {
  const { shell: words } = texts.value;
  const tongues = Object.entries(languages).map(([tag, name], index) => ({
    text: name,
    isChecked: tag === language.value,
    startsGroup: index === 0,
    choose: () => chooseLanguage(tag as Language),
  }));
  const shades = themes.map((name, index) => ({
    text: words.themes[name],
    isChecked: name === theme.value,
    startsGroup: index === 0,
    choose: () => chooseTheme(name),
  }));
  return [
    ...tongues,
    ...shades,
    { text: words.recent, startsGroup: true, choose: () => open("recent") },
    { text: words.help, choose: () => open("help") },
    {
      text: words.signOut,
      startsGroup: true,
      choose: () => import("./overlays.ts").then(({ leave }) => leave(), signOut),
    },
  ];
}
