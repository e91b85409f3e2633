/* The page of a pet, and the page shown if there is none. */

import { contactText } from "../../../contract/shop/shop-addresses.ts";
import { decimalAmount } from "../../../contract/values/money.ts";
import { jsonData, type Markup, markup, paragraphsOf } from "../../markup.ts";
import { type Asking, inquiryForm, NOTHING_ASKED } from "../inquiries/inquiry-form.ts";
import { cards, picture, previewOf } from "../list/cards.ts";
import { layout, link, named, sign, summaryOf, textsOf, type View } from "../page/layout.ts";
import type { Texts } from "../page/page-texts.ts";
import type { DetailedPet, ShownPet } from "../shop-data.ts";
import { ageOf, birthOf, contactFor, pathOf, priceOf } from "./facts.ts";
import { largePictures, pictures, ROUND } from "./shown-photos.ts";

/** Longer names are set in a smaller size and omitted from buttons. */
const HEADLINE_MAX = 24;

/** A pet's page with similar pets, and the inquiry form if visitors can send one. */
export function petPage(
  view: View,
  pet: DetailedPet,
  others: readonly ShownPet[],
  asking: Asking | "sent" = NOTHING_ASKED,
): string {
  const { shop } = view;
  const words = textsOf(view);
  const isLong = pet.name.length > HEADLINE_MAX;
  const ask = isLong ? words.askAboutThis : words.ask(pet.name);
  const hasForm = shop.inquiryDays > 0;
  const { tags = [], description } = pet.profile;
  const sub = aboutOf(view, pet);
  return layout(view, {
    title: pet.name,
    description: summaryOf(description ?? (sub === "" ? pet.name : `${pet.name}: ${sub}`)),
    path: pathOf(pet),
    isHidden: asking !== NOTHING_ASKED,
    picture: previewOf(pet),
    data: jsonData(product(view, pet)),
    body: markup`<div class="wide"><a class="back" href="${link("/", view)}">‹ ${words.back}</a>
<article class="pet"><div class="pictures" id="photos">${pictures(view, pet)}</div>
<div class="about"><div>${pet.isReserved && markup`<span class="flag">${words.reserved}</span>`}<h1${isLong && markup` class="long"`}><bdi>${pet.name}</bdi></h1>${
      sub !== "" && markup`<p class="sub"><bdi>${sub}</bdi></p>`
    }${pet.together.length > 0 && markup`<p class="sub">${words.together} ${pet.together.map((other, nth) => markup`${nth > 0 && ", "}<a href="${link(pathOf(other), view)}"><bdi>${other.name}</bdi></a>`)}</p>`}</div>${tags.length > 0 && markup`<ul class="tags">${tags.map((tag) => markup`<li><a href="${link("/", view, { tag })}"><bdi>${named(view, tag)}</bdi></a></li>`)}</ul>`}
${description !== undefined && markup`<div class="story">${paragraphsOf(description)}</div>`}
${facts(view, pet)}
<div class="actions">${
      hasForm
        ? markup`<p class="action"><a class="ask" href="#ask">${ask}</a></p>`
        : shop.contact !== "" &&
          markup`<p class="action"><a class="ask" data-contact="${contactText(shop.contact)}" href="${contactFor(shop.contact, words.askSubject(pet.name, pet.id))}">${ask}</a></p>`
    }<a class="other" href="${shareOf(view, pet)}">${sign("share")}${words.share}</a><a class="other" href="${link(pathOf(pet), view, { poster: "1" })}" rel="nofollow">${sign("print")}${words.poster}</a></div><p class="number">${words.number(pet.id)}</p><p class="address">${shop.origin}${pathOf(pet)}</p></div>
</article>${largePictures(view, pet)}${hasForm && inquiryForm(view, pet, asking)}${otherPets(view, words.similar, others)}</div>`,
  });
}

/** Breed, sex and age in one line. */
export function aboutOf(view: View, { profile: { breed, sex, birthDate } }: ShownPet): string {
  const { language, today } = view;
  const age = birthDate && ageOf(birthDate, today, language);
  return [breed, age, sex && textsOf(view).sexes[sex]].filter(Boolean).join(", ");
}

/** The page of a sold pet: name, first photo, and pets that are still available. */
export function adoptedPage(view: View, { id, name, photos }: ShownPet, others: readonly ShownPet[]): string {
  const words = textsOf(view);
  return layout(view, {
    title: words.adopted(name),
    description: words.adoptedText,
    path: pathOf({ id, name }),
    isHidden: true,
    body: markup`<div class="wide"><div class="adopted">${photos[0] && markup`<div class="moved"><span class="frame round">${picture(photos[0], ROUND, photos[0].alt ?? name, 0)}</span>${sign("heart")}</div>`}<div class="note"><h1>${words.adopted(name)}</h1><p class="lead">${words.adoptedText}</p><a class="ask" href="${link("/", view)}">${words.back}</a></div></div>
${otherPets(view, words.waiting, others)}</div>`,
  });
}

function otherPets(view: View, heading: string, pets: readonly ShownPet[]): Markup | false {
  if (pets.length === 0) return false;
  return markup`<section><h2>${heading}</h2>${cards(view, pets, false)}</section>`;
}

/** A mailto link to share the pet. */
function shareOf({ shop }: View, pet: ShownPet): string {
  const body = `${shop.origin}${pathOf(pet)}`;
  return `mailto:?subject=${encodeURIComponent(`${pet.name}, ${shop.name}`)}&body=${encodeURIComponent(body)}`;
}

/** Facts that are not in the line below the name. */
function facts(view: View, pet: DetailedPet): Markup | false {
  const { language } = view;
  const words = textsOf(view);
  const { category, profile } = pet;
  const { birthDate, size, color, price } = profile;
  const all: readonly (readonly [string, string | undefined])[] = [
    [words.facts.category, named(view, category)],
    [words.facts.born, birthDate && birthOf(birthDate, language)],
    [words.facts.size, size && words.sizes[size]],
    [words.facts.color, color],
    [words.facts.health, healthOf(pet, words) || undefined],
    [words.prices[view.shop.kind], price && priceOf(price, language)],
  ];
  const known = all.filter(([, value]) => value !== undefined);
  if (known.length === 0) return false;
  return markup`<dl>${known.map(([name, value]) => markup`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`;
}

/** Confirmed treatments; unknown ones are omitted. */
function healthOf({ isVaccinated, isChipped, profile }: DetailedPet, { health }: Texts): string {
  return [isVaccinated && health.vaccinated, isChipped && health.chipped, profile.neutered && health.neutered]
    .filter(Boolean)
    .join(", ");
}

/** schema.org has no type for animals, so a product with an offer. */
function product({ shop }: View, pet: ShownPet): object {
  const { description, price } = pet.profile;
  const url = `${shop.origin}${pathOf(pet)}`;
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: pet.name,
    url,
    ...(description !== undefined && { description }),
    ...(pet.category !== undefined && { category: pet.category }),
    ...(pet.photos.length > 0 && { image: pet.photos.map(({ urls }) => urls.large) }),
    offers: {
      "@type": "Offer",
      url,
      availability: `https://schema.org/${pet.isReserved ? "LimitedAvailability" : "InStock"}`,
      ...(price !== undefined && { price: decimalAmount(price), priceCurrency: price.currency }),
      seller: { "@type": "Organization", name: shop.name },
    },
  };
}

/** Why a page has no pet. */
export type NoteState = keyof Texts["notes"];

/** The page for a pet that is gone, never existed, or cannot be shown now. */
export function notePage(view: View, path: string, state: NoteState): string {
  const words = textsOf(view);
  const { title, text } = words.notes[state];
  return layout(view, {
    title,
    description: text,
    path,
    isHidden: true,
    body: markup`<div class="wide"><div class="note"><h1>${title}</h1><p class="lead">${text}</p><a class="button" href="${link("/", view)}">${words.back}</a></div></div>`,
  });
}
