/* One story as a line: who did what with which pet, and when. */
import type { ComponentChildren } from "preact";
import type { Event } from "../../../client/index.ts";
import { totalOf } from "../../../core/shop/orders/price-totals.ts";
import { allTexts, formatNumber } from "../../app/formats/language.ts";
import { formatList, formatRecentTime } from "../../app/formats/view-formats.ts";
import { hrefOf } from "../../app/routes.ts";
import { isOf, petIdOf } from "../../data/events/changes.ts";
import { actorOf } from "../../data/events/event-words.ts";
import { soldNames, sumsText } from "../../data/orders/sale-data.ts";
import { knownPet } from "../../data/pets/pet-names.ts";
import { PetPhoto } from "../../ui/shop/pet-photo.tsx";
import { eventLine } from "./event-line.ts";
import type { Story } from "./stories.ts";

type OrderEvent = Extract<Event, { readonly type: `order.${string}` }>;

interface StoryText {
  readonly title: string;
  /** The URL of the subject. */
  readonly href?: string | undefined;
  readonly text: string;
}

interface StoryLineProps {
  readonly story: Story;
  /** Customers by order id, since events do not contain them. */
  readonly customers: ReadonlyMap<bigint, string>;
}

export function StoryLine({ story, customers }: StoryLineProps) {
  const [latest] = story.events;
  const { title, href, text } = textOf(story, customers);
  const petId = petIdOf(latest);
  const pet = petId === undefined ? undefined : knownPet(petId);
  const notes = [...new Set(story.events.map(({ note }) => note).filter((note) => note !== undefined))];
  return (
    <li class="story-row">
      <span class="story-photo">{pet !== undefined && <PetPhoto pet={pet} />}</span>
      <p class="story">
        <bdi>{href === undefined ? <strong>{title}</strong> : <a href={href}>{title}</a>}</bdi>
        <small>
          <Joined parts={[text, ...notes]} />
        </small>
      </p>
      <time dateTime={latest.at}>{formatRecentTime(latest.at)}</time>
    </li>
  );
}

function Joined({ parts }: { readonly parts: readonly string[] }): ComponentChildren {
  return parts.filter(Boolean).map((part, index) => (
    <>
      {index > 0 && " · "}
      <bdi>{part}</bdi>
    </>
  ));
}

function textOf({ events }: Story, customers: StoryLineProps["customers"]): StoryText {
  const { today: words } = allTexts.value;
  const [latest] = events;
  const by = words.by(namesOf(events));
  if (isOf(latest, "order")) {
    const steps = events.filter((event) => isOf(event, "order"));
    return orderText(latest, steps, customers.get(latest.data.id));
  }
  if (latest.type === "pet.created" || latest.type === "photo.added") {
    const pets = [...new Set(events.map((event) => eventLine(event).subject))];
    const [count, shown] = [events.length, formatNumber(events.length)];
    const named = formatList(pets.slice(0, NAMED));
    const href = pets.length === 1 ? hrefOf("pets", petIdOf(latest)) : hrefOf("pets");
    if (latest.type === "photo.added") return { title: words.photos(count, shown, named), href, text: by };
    return {
      title: count === 1 ? words.added(named) : words.addedMany(shown),
      href,
      text: count === 1 ? by : `${by} · ${named}`,
    };
  }
  const { subject, href } = eventLine(latest);
  const what = [...new Set(events.toReversed().map((event) => eventLine(event).what))].join(" · ");
  return { title: subject, href, text: [what, by].filter(Boolean).join(" · ") };
}

/** How many pets a line names. */
const NAMED = 5;

/** Who did it, in order. */
function namesOf(events: readonly Event[]): string {
  return formatList([...new Set(events.toReversed().map(actorOf))]);
}

/** The state of a sale after its latest event, and the steps that led to it. */
function orderText(latest: OrderEvent, events: readonly OrderEvent[], customer: string | undefined): StoryText {
  const { today: words, events: eventWords } = allTexts.value;
  const { saleId, id, readyAt } = latest.data;
  const last = new Map(
    events
      .toReversed()
      .filter(({ type }) => type === latest.type)
      .map(({ data }) => [data.id, data]),
  );
  const orders = [...last.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  // A return may cover only part of an order.
  const back = (data: OrderEvent["data"]) =>
    (latest.type === "order.returned" && data.returns?.at(-1)?.quantity) || data.quantity;
  const pets = soldNames(orders.map((data) => ({ ...data, quantity: back(data) })));
  const isReady = latest.type === "order.updated" && readyAt !== undefined;
  const title = isReady
    ? words.isReady(pets, orders.length)
    : eventWords.stories[latest.type](pets, orders.length, customer);
  const steps = [...new Set(events.toReversed().map(({ type }) => eventWords.steps[type]))];
  const price = sumsText(totalOf(orders.map((order) => order.price)));
  const text = [words.stepsBy(formatList(steps), namesOf(events)), price].filter(Boolean).join(" · ");
  return { title, href: latest.type === "order.cancelled" ? undefined : hrefOf("orders", saleId ?? id), text };
}
