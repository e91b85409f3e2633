/* The form with which visitors ask about a pet (decision D66). */
import type { NewInquiry } from "../../../contract/shop/inquiries.ts";
import { type Markup, markup } from "../../markup.ts";
import { link, steps, textsOf, type View } from "../page/layout.ts";
import type { Texts } from "../page/page-texts.ts";
import { pathOf } from "../pet/facts.ts";
import type { ShownPet } from "../shop-data.ts";

export type InquiryField = keyof NewInquiry;

/** A honeypot: people cannot see this field, so only programs fill it in. */
export const TRAP = "homepage";

/** The state of a form. */
export interface Asking {
  /** What was typed. */
  readonly values: Readonly<Record<InquiryField, string>>;
  /** Fields without a usable value. */
  readonly wrong: ReadonlySet<InquiryField>;
  /** Why it was not accepted although all fields are valid; `lost` if the input is no longer in memory. */
  readonly problem?: keyof Texts["inquiry"]["problems"];
}

/** A blank form. */
export const NOTHING_ASKED: Asking = { values: { name: "", contact: "", message: "" }, wrong: new Set() };

/** A refused form that is no longer in memory. */
export const FORM_LOST: Asking = { ...NOTHING_ASKED, problem: "lost" };

/** The maximum length of each field. */
const LENGTHS: Readonly<Record<InquiryField, number>> = { name: 255, contact: 255, message: 2000 };

/** The form on a pet's page with the next steps beside it; after submitting, a thank-you note. */
export function inquiryForm(view: View, pet: ShownPet, asking: Asking | "sent"): Markup {
  const asked = asking === "sent" ? thanks(view, pet) : form(view, pet, asking);
  return markup`<section class="asking" id="ask">${asked}<div class="ways">${steps(view, pet.name)}</div></section>`;
}

function thanks(view: View, { name }: ShownPet): Markup {
  const words = textsOf(view).inquiry;
  return markup`<div class="sheet" role="status"><h2>${words.sent}</h2><p>${words.sentText(name)}</p></div>`;
}

function form(view: View, pet: ShownPet, { values, wrong, problem }: Asking): Markup {
  const { shop } = view;
  const words = textsOf(view);
  const { inquiry } = words;
  const [first] = wrong;
  const field = (name: InquiryField, autocomplete: string) => {
    const isWrong = wrong.has(name);
    const state = markup`name="${name}" maxlength="${LENGTHS[name]}" autocomplete="${autocomplete}" aria-required="true"${isWrong && markup` aria-invalid="true" aria-describedby="wrong-${name}"`}${first === name && markup` autofocus`}`;
    const input =
      name === "message"
        ? markup`<textarea rows="4" ${state}>
${values[name]}</textarea>`
        : markup`<input type="text" ${state} value="${values[name]}">`;
    return markup`<label class="${name}">${inquiry.fields[name]}${input}${isWrong && markup`<span class="wrong" id="wrong-${name}">${inquiry.wrong[name]}</span>`}</label>`;
  };
  return markup`<form class="sheet" method="post" action="${link(pathOf(pet), view)}" novalidate>
<h2>${words.ask(pet.name)}</h2><p class="hint">${inquiry.hint}</p>
${problem !== undefined && markup`<p class="notice" role="alert">${inquiry.problems[problem]}${shop.contact !== "" && markup` <a href="${shop.contact}">${words.places.contact}</a>`}</p>`}
<div class="fields">${field("name", "name")}${field("contact", "email")}${field("message", "off")}</div>
<label class="trap" aria-hidden="true">${inquiry.trap}<input type="text" name="${TRAP}" tabindex="-1" autocomplete="off"></label>
<p class="send"><button>${inquiry.send}</button><small>${inquiry.kept(shop.inquiryDays)}</small></p>
</form>`;
}
