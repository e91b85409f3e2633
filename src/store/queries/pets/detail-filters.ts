/* Filters of pets without an index: conditions on pets found otherwise. */
import type { PetFilter } from "../../../core/ports.ts";
import { type Fragment, fragment } from "../../engine.ts";
import { allOf, known } from "../table-slice.ts";
import { isCareDue } from "./care-queries.ts";

/** The conditions of a filter's details. The statement must join `pets`. */
export function hasDetails(filter: PetFilter): readonly Fragment[] {
  const { photo, arrivedBefore, published, careDue, today = "" } = filter;
  const ofProfile = profileConditions(filter);
  return [
    ...when(arrivedBefore, (day) => fragment`pets.arrival < ${known(day)}`),
    ...(ofProfile.length === 0
      ? []
      : [
          fragment`(
      select count(*) from profiles detailed where ${allOf([fragment`detailed.pet_id = pets.id`, ...ofProfile])}) > 0`,
        ]),
    ...when(published, (is) => {
      const hidden = fragment`(select count(*) from profiles where pet_id = pets.id and published = 0)`;
      return is ? fragment`${hidden} = 0` : fragment`${hidden} > 0`;
    }),
    ...when(careDue, (is) => (is ? isCareDue(today) : fragment`not ${isCareDue(today)}`)),
    ...when(photo, (has) => {
      const photos = fragment`(select count(*) from photos where photos.pet_id = pets.id)`;
      return has ? fragment`${photos} > 0` : fragment`${photos} = 0`;
    }),
  ];
}

function profileConditions(filter: PetFilter): readonly Fragment[] {
  const { sex, size, bornAfter, bornBefore, currency, priceFrom, priceTo } = filter;
  return [
    ...when(sex, (one) => fragment`sex = ${known(one)}`),
    ...when(size, (one) => fragment`size = ${known(one)}`),
    ...when(bornAfter, (day) => fragment`${BORN_ON} >= ${known(day)}`),
    ...when(bornBefore, (day) => fragment`${BORN_ON} < ${known(day)}`),
    ...when(currency, (code) => fragment`price_currency = ${known(code)}`),
    ...when(priceFrom, (amount) => fragment`price_amount >= ${known(amount)}`),
    ...when(priceTo, (amount) => fragment`price_amount <= ${known(amount)}`),
  ];
}

/** The first day of a year, a month or a day. */
const BORN_ON = fragment`substr(birth_date || '-01-01', 1, 10)`;

/** The condition for a value, if it is given. */
function when<Value>(value: Value | undefined, condition: (value: Value) => Fragment): readonly Fragment[] {
  return value === undefined ? [] : [condition(value)];
}
