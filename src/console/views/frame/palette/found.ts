/* What the global search finds: pets, customers, orders, categories, tags, views and actions. */
import type { Order, PetWithIncluded } from "../../../../client/index.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { formatPrice } from "../../../app/formats/money-text.ts";
import { factsOf } from "../../../app/formats/profile-members.ts";
import { hasWords } from "../../../app/formats/shown-words.ts";
import { opened } from "../../../app/opened.ts";
import { reserve } from "../../../app/reserving.ts";
import { hrefOf, navigate, readId } from "../../../app/routes.ts";
import { can, petstore } from "../../../app/session/session.ts";
import { findCustomers } from "../../../data/orders/customers.ts";
import { categoryName, sortedCategories } from "../../../data/pets/category-data.ts";
import { findPets } from "../../../data/pets/found-pets.ts";
import { cachePets, knownPet, loadPets, orderedPet } from "../../../data/pets/pet-names.ts";
import { nameQuery } from "../../../data/pets/searched-pets.ts";
import { petOf } from "../../../ui/shop/order-parts.tsx";
import { leave } from "../entry/leave.ts";
import { views } from "../views.ts";

/** One result. */
export interface Item {
  readonly key: string;
  readonly group: keyof ReturnType<typeof groups>;
  readonly text: string;
  readonly hint: string;
  readonly photo?: Pick<PetWithIncluded, "categoryId" | "photos"> | undefined;
  readonly status?: PetWithIncluded["status"];
  readonly go: () => void;
  /** What Ctrl+Enter does. */
  readonly other?: () => void;
}

export function groups() {
  return allTexts.value.palette.groups;
}

/** How many results of each group are shown. */
const SHOWN = 6;

function link(key: string, group: Item["group"], text: string, hint: string, href: string): Item {
  return { key, group, text, hint, go: () => navigate(href) };
}

function petItem(pet: PetWithIncluded, group: Item["group"] = "pets"): Item {
  const { id, name, categoryId, profile, status } = pet;
  const facts = (profile && factsOf(profile)) || categoryName(categoryId);
  const hint = [facts, profile?.price && formatPrice(profile.price)].filter(Boolean).join(" · ");
  const canReserve = status === "available" && can("orders:write") && can("orders:read");
  return {
    ...link(`pet ${id}`, group, name, hint, hrefOf("pets", id)),
    photo: pet,
    status,
    ...(canReserve && { other: () => reserve({ petId: id }) }),
  };
}

function orderItem(order: Order): Item {
  const { palette: words, orders } = allTexts.value;
  const pet = orderedPet(order);
  const hint = order.customer === undefined ? pet : words.petFor(pet, order.customer.name);
  const { id } = order;
  return { ...link(`order ${id}`, "orders", orders.order(id), hint, hrefOf("orders", id)), photo: petOf(order) };
}

/** Matching actions and views. */
export function actions(text: string): readonly Item[] {
  const { palette: words, views: names, shell } = allTexts.value;
  const going = views
    .filter(({ scope }) => can(scope))
    .map(({ name }) => link(name, "going", names[name], "", hrefOf(name)));
  const adding = views
    .filter(({ adds }) => adds !== undefined && can(adds))
    .map(({ name }) => ({
      ...link(`add ${name}`, "doing", words.adds[name], "", hrefOf(name, "new")),
      // The sheet opens over the current view.
      ...(name === "orders" && { go: () => reserve({}) }),
    }));
  const out: Item = { key: "out", group: "doing", text: shell.signOut, hint: "", go: leave };
  return [...adding, ...going, out].filter((item) => hasWords(item.text, text));
}

/** What was opened last; shown before anything is typed. */
export function recentItems(): readonly Item[] {
  return opened.value.flatMap(({ view, id }) => {
    if (view === "orders") {
      return [link(`order ${id}`, "recent", allTexts.value.orders.order(id), "", hrefOf("orders", id))];
    }
    const pet = knownPet(id);
    return pet === undefined ? [] : [petItem(pet, "recent")];
  });
}

/** Categories with a matching name. Each leads to its pets. */
export function kinds(text: string): readonly Item[] {
  return sortedCategories.value
    .filter(({ name }) => hasWords(name, text))
    .slice(0, SHOWN)
    .map(({ id, name }) => link(`category ${id}`, "kinds", name, "", hrefOf("pets", "", { categoryId: id })));
}

/** The pets with a tag. */
export function tagged(tag: string): readonly Item[] {
  const { profile } = allTexts.value;
  return tag === "" ? [] : [link("tag", "going", profile.tagged(tag), "", hrefOf("pets", "", { tag }))];
}

/** Finds customers. Each leads to their orders. */
export async function searchCustomers(text: string, signal: AbortSignal): Promise<readonly Item[]> {
  const { orders: words } = allTexts.value;
  const found = await findCustomers(text, signal);
  await loadPets(
    found.map(({ latest }) => latest.petId),
    signal,
  );
  return found.map(({ name, contact, latest }) => {
    const hint = [contact, words.lastOrder(orderedPet(latest), "")].filter(Boolean).join(" · ");
    const key = `customer ${name} ${contact}`;
    return link(key, "customers", name, hint, hrefOf("orders", "", { show: "all", q: name }));
  });
}

/** Finds pets by any of their words, customers with their open orders, and anything by its number. */
export async function searchAll(text: string, signal: AbortSignal): Promise<readonly Item[]> {
  const number = readId(text);
  const seesOrders = can("orders:read");
  const [pets, customers, numbered, named] = await Promise.all([
    can("pets:read") ? findPets(text, SHOWN, signal) : { items: [] },
    searchCustomers(text, signal),
    number !== undefined && seesOrders ? getOrder(number, signal) : undefined,
    seesOrders ? openOrdersOf(text, signal) : [],
  ]);
  cachePets(pets.items);
  const orders = [...(numbered === undefined ? [] : [numbered]), ...named.filter(({ id }) => id !== numbered?.id)];
  await loadPets(
    orders.map(({ petId }) => petId),
    signal,
  );
  return [...pets.items.map((pet) => petItem(pet)), ...customers, ...orders.map(orderItem)];
}

async function getOrder(id: bigint, signal: AbortSignal): Promise<Order | undefined> {
  return petstore()
    .orders.get(id, { signal })
    .catch(() => undefined);
}

async function openOrdersOf(text: string, signal: AbortSignal): Promise<readonly Order[]> {
  const { q } = nameQuery(text);
  if (q === undefined) return [];
  return (await petstore().orders.list({ q, complete: false, order: "desc", limit: SHOWN }, { signal })).items;
}
