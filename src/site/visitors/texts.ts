/* The texts of the page for visitors, in the languages that it has. */
import type { NewInquiry } from "../../contract/inquiries.ts";
import type { Profile } from "../../contract/profiles.ts";
import { weightsIn } from "../../http/weights.ts";
import type { AgeGroup, ListParameter, Sort } from "./list-request.ts";

/** The languages of the page. The first is that of visitors who prefer none of them. */
export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

/** Whether a text names a language of the page. */
export function isLanguage(text: string | null): text is Language {
  return languages.some((language) => language === text);
}

/** The longest Accept-Language that is read. */
const ACCEPT_MAX = 200;

/** Browsers send some hundred different ones. */
const ACCEPTS_MAX = 1000;

/** Returns `preferredLanguage` with a memory: a crowd repeats itself. */
export function languageReader(): (accept?: string) => Language {
  const known = new Map<string, Language>();
  return (accept = "") => {
    const text = accept.slice(0, ACCEPT_MAX);
    let language = known.get(text);
    if (language === undefined) {
      if (known.size === ACCEPTS_MAX) known.clear();
      known.set(text, (language = preferredLanguage(text)));
    }
    return language;
  };
}

/** The language that a visitor prefers (RFC 9110 12.5.4). */
export function preferredLanguage(accept = ""): Language {
  const wanted = weightsIn(accept)
    .filter(([, weight]) => weight > 0)
    .sort(([, one], [, other]) => other - one);
  const found = wanted.map(([name]) => name.split("-")[0] ?? "").find(isLanguage);
  return found ?? languages[0];
}

/** A name inside a sentence: its direction and its controls do not reach the words around it (UAX #9, FSI and PDI). */
const isolated = (name: string) => `\u2068${name}\u2069`;

const en = {
  title: "Looking for a home",
  all: "All",
  categories: "Kinds of animals",
  looking: (count: number, written: string) =>
    count === 1 ? "1 animal is looking for a home" : `${written} animals are looking for a home`,
  filters: {
    search: "Search",
    category: "Kind",
    age: "Age",
    sex: "Sex",
    size: "Size",
    tag: "Character",
    sort: "Order",
    page: "Page",
  } satisfies Record<ListParameter, string>,
  ignored: (names: readonly string[]) => `Not understood, and ignored: ${names.join(", ")}.`,
  searchHint: "Name or breed",
  ages: { young: "Under 1 year", adult: "1 to 7 years", senior: "Over 7 years" } satisfies Record<AgeGroup, string>,
  sorts: { newest: "Newest", waiting: "Waiting longest" } satisfies Record<Sort, string>,
  show: "Show",
  showAll: "Show all",
  someOf: (some: string, all: string) => `${some} of ${all} animals`,
  similar: "You may also like",
  adopted: (name: string) => `${isolated(name)} has found a home`,
  adoptedText: "Thank you for asking. Others are still waiting.",
  waiting: "Still waiting",
  isNew: "New",
  reserved: "Reserved",
  pages: "Pages",
  pageOf: (page: number, last: number) => `Page ${page} of ${last}`,
  before: "Back",
  older: "More animals",
  nothing: "No animal here at the moment.",
  nothingYet: "Look again soon.",
  nothingHint: "Look again soon, or see all animals.",
  back: "All animals",
  ask: (name: string) => `Ask about ${isolated(name)}`,
  askAboutThis: "Ask about this animal",
  askSubject: (name: string, id: bigint) => `${name} (no. ${id})`,
  visit: "Contact",
  number: (id: bigint) => `Animal no. ${id}`,
  notes: {
    gone: { title: "This animal is no longer here", text: "It may have found a home. Others are still waiting." },
    unknown: { title: "There is no such page", text: "The address may be wrong or old." },
    unsent: { title: "This was not sent", text: "Please use the form on the page of the animal." },
    busy: { title: "Many people are here right now", text: "Please try again in a moment." },
    failed: { title: "Something went wrong here", text: "It is not your fault. Please try again later." },
  },
  inquiry: {
    hint: "Nothing is promised yet, on either side.",
    fields: { name: "Your name", contact: "Phone or email", message: "Your message" } satisfies Record<
      keyof NewInquiry,
      string
    >,
    wrong: {
      name: "Please write your name, at most 255 characters.",
      contact: "Please write an email address or a phone number, so that we can answer.",
      message: "Please write what you would like to know, at most 2000 characters.",
    } satisfies Record<keyof NewInquiry, string>,
    trap: "Leave this empty",
    send: "Send",
    kept: (days: number) => `Only our team reads this. We delete it ${days} days after we have last dealt with it.`,
    sent: "Thank you, your message has arrived",
    sentText: (name: string) => `We answer as soon as we can. ${isolated(name)} is not reserved for you yet.`,
    tooMuch:
      "We cannot take more messages right now, and yours was not sent. Please try again later, or reach us directly.",
    visit: "Or come and visit",
  },
  feed: "New animals as a feed",
  photoOf: (name: string, nth: number) => `${name}, photo ${nth}`,
  photoBefore: "Previous photo",
  photoAfter: "Next photo",
  close: "Close",
  share: "Share by email",
  about: (age: string) => `about ${age}`,
  newborn: "newborn",
  underOneYear: "under 1 year",
  old: "old",
  facts: {
    category: "Kind",
    born: "Born",
    size: "Size",
    color: "Color",
    neutered: "Neutered",
  },
  prices: { shop: "Price", shelter: "Fee" },
  sexes: { female: "female", male: "male" } satisfies Record<NonNullable<Profile["sex"]>, string>,
  sizes: { small: "small", medium: "medium", large: "large", extra_large: "very large" } satisfies Record<
    NonNullable<Profile["size"]>,
    string
  >,
  yes: "yes",
  no: "no",
  otherLanguage: "Deutsch",
};

/** The texts of a language. */
export type Texts = typeof en;

const de: Texts = {
  title: "Ein Zuhause gesucht",
  all: "Alle",
  categories: "Tierarten",
  looking: (count, written) => (count === 1 ? "1 Tier sucht ein Zuhause" : `${written} Tiere suchen ein Zuhause`),
  filters: {
    search: "Suche",
    category: "Tierart",
    age: "Alter",
    sex: "Geschlecht",
    size: "Größe",
    tag: "Eigenschaft",
    sort: "Reihenfolge",
    page: "Seite",
  },
  ignored: (names) => `Nicht verstanden und daher nicht beachtet: ${names.join(", ")}.`,
  searchHint: "Name oder Rasse",
  ages: { young: "Unter 1 Jahr", adult: "1 bis 7 Jahre", senior: "Über 7 Jahre" },
  sorts: { newest: "Neueste", waiting: "Wartet am längsten" },
  show: "Anzeigen",
  showAll: "Alle anzeigen",
  someOf: (some, all) => `${some} von ${all} Tieren`,
  similar: "Vielleicht gefällt Ihnen auch",
  adopted: (name) => `${isolated(name)} hat ein Zuhause gefunden`,
  adoptedText: "Danke, dass Sie fragen. Andere warten noch.",
  waiting: "Diese warten noch",
  isNew: "Neu",
  reserved: "Reserviert",
  pages: "Seiten",
  pageOf: (page, last) => `Seite ${page} von ${last}`,
  before: "Zurück",
  older: "Weitere Tiere",
  nothing: "Hier ist gerade kein Tier.",
  nothingYet: "Schauen Sie bald wieder herein.",
  nothingHint: "Schauen Sie bald wieder herein, oder sehen Sie alle Tiere an.",
  back: "Alle Tiere",
  ask: (name) => `Nach ${isolated(name)} fragen`,
  askAboutThis: "Nach diesem Tier fragen",
  askSubject: (name, id) => `${name} (Nr. ${id})`,
  visit: "Kontakt",
  number: (id) => `Tier Nr. ${id}`,
  notes: {
    gone: {
      title: "Dieses Tier ist nicht mehr hier",
      text: "Vielleicht hat es ein Zuhause gefunden. Andere warten noch.",
    },
    unknown: { title: "Diese Seite gibt es nicht", text: "Die Adresse ist vielleicht falsch oder alt." },
    unsent: {
      title: "Das wurde nicht gesendet",
      text: "Bitte verwenden Sie das Formular auf der Seite des Tiers.",
    },
    busy: { title: "Gerade sind viele Menschen hier", text: "Bitte versuchen Sie es gleich noch einmal." },
    failed: {
      title: "Hier ist etwas schiefgegangen",
      text: "Es liegt nicht an Ihnen. Bitte versuchen Sie es später noch einmal.",
    },
  },
  inquiry: {
    hint: "Noch ist nichts versprochen, für beide Seiten.",
    fields: { name: "Ihr Name", contact: "Telefon oder E-Mail", message: "Ihre Nachricht" },
    wrong: {
      name: "Bitte schreiben Sie Ihren Namen, höchstens 255 Zeichen.",
      contact: "Bitte geben Sie eine E-Mail-Adresse oder Telefonnummer an, damit wir antworten können.",
      message: "Bitte schreiben Sie, was Sie wissen möchten, höchstens 2000 Zeichen.",
    },
    trap: "Bitte leer lassen",
    send: "Senden",
    kept: (days) => `Das liest nur unser Team. Wir löschen es ${days} Tage, nachdem wir zuletzt damit zu tun hatten.`,
    sent: "Danke, Ihre Nachricht ist angekommen",
    sentText: (name) => `Wir antworten, so bald wir können. ${isolated(name)} ist noch nicht für Sie reserviert.`,
    tooMuch:
      "Wir können gerade keine weiteren Nachrichten annehmen, und Ihre wurde nicht gesendet. Bitte versuchen Sie es später noch einmal, oder melden Sie sich direkt.",
    visit: "Oder kommen Sie vorbei",
  },
  feed: "Neue Tiere als Feed",
  photoOf: (name, nth) => `${name}, Foto ${nth}`,
  photoBefore: "Voriges Foto",
  photoAfter: "Nächstes Foto",
  close: "Schließen",
  share: "Per E-Mail teilen",
  about: (age) => `etwa ${age}`,
  newborn: "neugeboren",
  underOneYear: "unter 1 Jahr",
  old: "alt",
  facts: {
    category: "Tierart",
    born: "Geboren",
    size: "Größe",
    color: "Farbe",
    neutered: "Kastriert",
  },
  prices: { shop: "Preis", shelter: "Schutzgebühr" },
  sexes: { female: "weiblich", male: "männlich" },
  sizes: { small: "klein", medium: "mittel", large: "groß", extra_large: "sehr groß" },
  yes: "ja",
  no: "nein",
  otherLanguage: "English",
};

/** The texts by language. */
export const texts: Readonly<Record<Language, Texts>> = { en, de };
