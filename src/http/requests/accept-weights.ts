/** The values of an Accept header in lower case, each with its weight (RFC 9110 12.4.2), which is NaN if malformed. */
export function weightsIn(header: string): readonly (readonly [name: string, weight: number])[] {
  return header.split(",").map((range) => {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    return [name, weight === undefined ? 1 : Number(weight)];
  });
}
