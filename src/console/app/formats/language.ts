/* The language of the page, its texts, and numbers and dates as people of that language write them. */
import { computed, effect, signal } from "@preact/signals";
import { en, type Texts } from "../../texts/en.ts";
import type { ViewTexts } from "../../texts/en-views.ts";
import { shop } from "../session/page-settings.ts";
import { dateOf, daysFromToday, todayStart } from "./day.ts";

const STORED = "petstore-language";

/** English is there at once; the texts of another language, and those of other views than the first, are loaded when somebody reads them. */
const loaders = {
  en: {
    first: async () => en,
    views: async () => (await import("../../texts/en-views.ts")).enViews,
  },
  de: {
    first: async () => (await import("../../texts/de.ts")).de,
    views: async () => (await import("../../texts/de-views.ts")).deViews,
  },
} as const satisfies Record<string, { first(): Promise<Texts>; views(): Promise<ViewTexts> }>;

export type Language = keyof typeof loaders;

/** The languages, each by its own name. */
export const languages: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };

interface Shown {
  readonly language: Language;
  readonly texts: Texts;
  /** Undefined until a view needs them. */
  readonly viewTexts: ViewTexts | undefined;
}

const shown = signal<Shown>({ language: "en", texts: en, viewTexts: undefined });

/** The language of the page: chosen on this device, else the browser's. */
export const language = computed(() => shown.value.language);

/** The texts in the language of the page, as far as they are loaded. */
export const texts = computed((): Texts => {
  const { texts, viewTexts = {} } = shown.value;
  return merged(texts, viewTexts) as Texts;
});

/** Objects of one inside those of the other: some parts of the texts are in both files. */
function merged(one: object, other: object): object {
  const parts = Object.entries(other).map(([name, part]) => {
    const first: unknown = one[name as keyof typeof one];
    return [name, typeof first === "object" && first !== null ? merged(first, part) : part];
  });
  return { ...one, ...Object.fromEntries(parts) };
}

/** All texts, for code that `lazyView` loads: it waits for them. */
export const allTexts = computed((): Texts & ViewTexts => {
  if (shown.value.viewTexts === undefined) throw new Error("the texts of the views are not loaded");
  return texts.value as Texts & ViewTexts;
});

function firstLanguage(): Language {
  const wanted = [localStorage.getItem(STORED) ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wanted.find((tag): tag is Language => tag in loaders) ?? "en";
}

let areViewTextsNeeded = false;

async function show(language: Language): Promise<void> {
  const { first, views } = loaders[language];
  const [texts, viewTexts] = await Promise.all([first(), areViewTextsNeeded ? views() : undefined]);
  shown.value = { language, texts, viewTexts };
  // A view may have been opened meanwhile.
  if (areViewTextsNeeded) await loadViewTexts();
}

/** Loads the texts of other views than the first. */
export async function loadViewTexts(): Promise<void> {
  areViewTextsNeeded = true;
  const before = shown.peek();
  if (before.viewTexts !== undefined) return;
  const viewTexts = await loaders[before.language].views();
  // Else the language was changed meanwhile, and its texts are loaded.
  if (shown.peek() === before) shown.value = { ...before, viewTexts };
  else await loadViewTexts();
}

/** Shows the page in the first language. It stays in English if the texts cannot be loaded. */
export async function showFirstLanguage(): Promise<void> {
  await show(firstLanguage()).catch(() => {});
}

/** Chooses the language on this device. Without a connection, the language stays as it is. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  localStorage.setItem(STORED, chosen);
  await show(chosen).catch(() => {});
}

// Chosen in another window.
window.addEventListener("storage", ({ key, storageArea }) => {
  if (storageArea === localStorage && key === STORED) show(firstLanguage()).catch(() => {});
});

effect(() => {
  document.documentElement.lang = language.value;
});

/** The language as the browser's user writes it, such as `en-GB`: numbers and dates differ. */
export const locale = computed(() => navigator.languages.find(isVariant) ?? language.value);

function isVariant(tag: string): boolean {
  try {
    return new Intl.Locale(tag).language === language.value;
  } catch {
    // Some systems have a locale that is no language tag, such as `en-US@posix`.
    return false;
  }
}

/** A way to write numbers, in the language of the page. */
export function numbers(options?: Intl.NumberFormatOptions): (value: number | bigint) => string {
  const format = computed(() => new Intl.NumberFormat(locale.value, options));
  return (value) => format.value.format(value);
}

/** A way to write dates, in the language of the page and the time zone of the shop. */
export function dates(options: Intl.DateTimeFormatOptions): (at: string | number) => string {
  const format = computed(() => new Intl.DateTimeFormat(locale.value, { timeZone: shop.timeZone, ...options }));
  return (at) => format.value.format(new Date(at));
}

/** A count, such as 1,000. An int64 keeps all its digits. */
export const formatNumber = numbers();

/** A count that the service stops counting at, such as 1,000+. */
export function formatCount({ count, capped }: { readonly count: number; readonly capped: boolean }): string {
  return formatNumber(count) + (capped ? "+" : "");
}

/** The day of a moment. */
export const formatDay = dates({ dateStyle: "medium" });

/** A date without a time, which is the same day everywhere. */
export const formatPlainDate = dates({ dateStyle: "medium", timeZone: "UTC" });

const formatDayOfYear = dates({ day: "numeric", month: "short" });
const relativeDays = computed(() => new Intl.RelativeTimeFormat(language.value, { numeric: "auto" }));

/** A day: today and yesterday by their names, this year's without the year. */
export function formatRecentDay(at: string): string {
  const daysAgo = -daysFromToday(at);
  if (daysAgo <= 1) return relativeDays.value.format(-Math.max(0, daysAgo), "day");
  const isThisYear = dateOf(at).slice(0, 4) === dateOf(todayStart.value).slice(0, 4);
  return isThisYear ? formatDayOfYear(at) : formatDay(at);
}
