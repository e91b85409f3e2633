/* How to reach somebody, as a person has typed it. */

/** A part of a contact, with the address that a phone or a mail program opens; undefined for what is neither. */
export interface ContactPart {
  readonly text: string;
  readonly href: string | undefined;
}

/** The parts of a contact, such as a number and an e-mail address with a comma between them. */
export function contactParts(contact: string): readonly ContactPart[] {
  return contact
    .split(/[,;|\n]+|\s\/\s/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((text) => ({ text, href: hrefOf(text) }));
}

/** A draft of a message. */
export interface Message {
  readonly subject: string;
  /** What is answered, which the draft quotes. */
  readonly quoted: string;
}

/** The address of a contact with a draft of a message, if it is one for mail. */
export function hrefWith(href: string, { subject, quoted }: Message): string {
  if (!href.startsWith("mailto:")) return href;
  const lines = quoted.split(/\r?\n/).map((line) => `> ${line}`);
  // RFC 6068: a line break is %0D%0A.
  const body = ["", "", ...lines].join("\r\n");
  return `${href}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

function hrefOf(text: string): string | undefined {
  // Whatever follows a question mark would fill in the message.
  if (/^[^\s@?&"<>]+@[^\s@?&"<>]+\.[^\s@?&"<>]+$/.test(text)) return `mailto:${text}`;
  const digits = text.replace(/[\s()./-]/g, "");
  return /^\+?\d{5,20}$/.test(digits) ? `tel:${digits}` : undefined;
}
