import type { ContactView } from "./contact-view";

/** Always the same length: the length of a name reveals something too. */
const HIDDEN = "•••";
const SHOWN_DIGITS = 2;

/** Masks a customer's contact: enough to tell two customers apart, too little to write or call. */
export function maskContact(contact: ContactView): ContactView {
  return {
    email: contact.email === null ? null : maskEmail(contact.email),
    phone: contact.phone === null ? null : maskPhone(contact.phone),
    name: contact.name === null ? null : maskWords(contact.name),
  };
}

function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 0) return HIDDEN;
  const topLevel = /\.[^.]+$/.exec(email.slice(at + 1))?.[0] ?? "";
  return `${initial(email.slice(0, at))}@${initial(email.slice(at + 1))}${topLevel}`;
}

function maskPhone(phone: string): string {
  // The last digits would reveal half of a very short number.
  return phone.length < 7 ? HIDDEN : `${HIDDEN} ${phone.slice(-SHOWN_DIGITS)}`;
}

function maskWords(name: string): string {
  const words = name
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== "");
  return words.length === 0 ? HIDDEN : words.slice(0, 3).map(initial).join(" ");
}

/** A text of one character is hidden completely: its initial would reveal it. */
function initial(text: string): string {
  const [first, second] = text;
  return first === undefined || second === undefined ? HIDDEN : `${first}${HIDDEN}`;
}
