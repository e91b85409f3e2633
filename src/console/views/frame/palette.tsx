/* Finds pets, orders, categories and actions by any word of their name. */
import { useState } from "preact/hooks";
import type { PetWithIncluded } from "../../../client/index.ts";
import { failureOf } from "../../app/failure.ts";
import { allTexts } from "../../app/language.ts";
import { hrefOf, navigate, readId } from "../../app/routes.ts";
import { can, petstore, signOut } from "../../app/session.ts";
import { hasWords } from "../../app/words.ts";
import { categoryName, sortedCategories } from "../../data/categories.ts";
import { findPets } from "../../data/pet-search.ts";
import { ComboBox, useSearch } from "../../forms/combo-box.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PetPhoto } from "../../ui/pet-photo.tsx";
import { FailureText } from "../../ui/states.tsx";
import { StatusChip } from "../../ui/status.tsx";
import { views } from "./views.ts";

/** Something that was found. */
interface Item {
  readonly key: string;
  readonly text: string;
  readonly hint: string;
  readonly pet?: PetWithIncluded;
  readonly go: () => void;
}

/** As many of each kind as a person reads. */
const SHOWN = 8;

/** The search for everything, over the page. */
export function Palette({ close }: { readonly close: () => void }) {
  const { palette: words } = allTexts.value;
  const [typed, setTyped] = useState("");
  const found = useSearch("palette", typed, search);
  const text = typed.trim();
  const items = [...actions().filter((item) => hasWords(item.text, text)), ...(text === "" ? [] : named(text))];
  const all = found.isSettled && text !== "" ? [...(found.data ?? []), ...items] : items;
  return (
    <Dialog title={words.title} close={close}>
      <ComboBox
        label={words.label}
        typed={typed}
        change={setTyped}
        items={all}
        isSettled={text === "" || found.isSettled}
        choose={(item) => {
          close();
          item.go();
        }}
      >
        {(item) => (
          <>
            {item.pet !== undefined && <PetPhoto pet={item.pet} />}
            <span>
              <bdi>{item.text}</bdi>
              <small>
                <bdi>{item.hint}</bdi>
              </small>
            </span>
            {item.pet !== undefined && <StatusChip status={item.pet.status} />}
          </>
        )}
      </ComboBox>
      <p class="hint" role="status">
        {found.isSettled && text !== "" && all.length === 0 && words.nothing}
      </p>
      {found.error !== undefined && <FailureText {...failureOf(found.error)} />}
    </Dialog>
  );
}

function link(key: string, text: string, hint: string, href: string): Item {
  return { key, text, hint, go: () => navigate(href) };
}

/** What can be done, and where one can go. */
function actions(): readonly Item[] {
  const { palette: words, views: names, shell } = allTexts.value;
  const going = views
    .filter(({ scope }) => can(scope))
    .map(({ name }) => link(name, names[name], words.view, hrefOf(name)));
  const adding = views
    .filter(({ adds }) => adds !== undefined && can(adds))
    .map(({ name }) => link(`add ${name}`, words.adds[name], words.action, hrefOf(name, "new")));
  return [...adding, ...going, { key: "out", text: shell.signOut, hint: words.action, go: signOut }];
}

/** The categories of that name, which lead to their pets. */
function named(text: string): readonly Item[] {
  const { palette: words } = allTexts.value;
  return sortedCategories.value
    .filter(({ name }) => hasWords(name, text))
    .slice(0, SHOWN)
    .map(({ id, name }) => link(`category ${id}`, name, words.category, hrefOf("pets", "", { categoryId: id })));
}

async function search(text: string, signal: AbortSignal): Promise<readonly Item[]> {
  const { pets: words, orders } = allTexts.value;
  const number = readId(text);
  const [pets, order] = await Promise.all([
    can("pets:read") ? findPets(text, SHOWN, signal) : { items: [] },
    number !== undefined && can("orders:read")
      ? petstore()
          .orders.get(number, { signal })
          .catch(() => undefined)
      : undefined,
  ]);
  return [
    ...pets.items.map((pet) => {
      const { id, name, categoryId } = pet;
      const hint = `${categoryName(categoryId)} · ${words.petNumber(id)}`;
      return { ...link(`pet ${id}`, name, hint, hrefOf("pets", id)), pet };
    }),
    ...(order === undefined
      ? []
      : [link(`order ${order.id}`, orders.order(order.id), allTexts.value.palette.order, hrefOf("orders", order.id))]),
  ];
}
