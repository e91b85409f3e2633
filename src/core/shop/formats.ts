/* Formats of a language for numbers and dates. Each is cached: creating one takes as long as the rest of a pet's page for visitors. */

/** More than the currencies of all languages. */
const FORMATS_MAX = 1000;

function madeOnce<Options, Format>(
  Maker: new (language: string, options?: Options) => Format,
): (language: string, options?: Options) => Format {
  const made = new Map<string, Format>();
  return (language, options) => {
    const key = `${language} ${JSON.stringify(options)}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const format = new Maker(language, options);
    if (made.size === FORMATS_MAX) made.clear();
    made.set(key, format);
    return format;
  };
}

/** The format of numbers in a language. */
export const numberFormat = madeOnce<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat);

/** The format of dates in a language. */
export const dateFormat = madeOnce<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat);
