import type { Density } from "@/components/ui/density";
import type { Theme } from "@/components/ui/theme";
import { type Role, roleAllows } from "@/lib/can";
import type { Locale } from "@/lib/messages/locale";
import { paths } from "@/lib/paths";
import { mayBeContact } from "@/lib/payments/search-terms";
import { type NavigationPage, pagesOf, type Viewer } from "./navigation";

/** Opens a page. */
export type GoCommand = { kind: "go" } & NavigationPage;
/** An action with a page of its own. */
export type BeginCommand = { kind: "begin"; what: "createPayment" | "newBulk" | "invite"; href: string };
/** An action on the current page. */
export type HereCommand =
  | { kind: "theme"; theme: Theme }
  | { kind: "density"; density: Density }
  | { kind: "locale"; locale: Locale }
  | { kind: "keys" }
  | { kind: "signOut" };
export type Command = GoCommand | BeginCommand | HereCommand;

/** The pages that a person may open. */
export function goCommands(viewer: Viewer): GoCommand[] {
  return pagesOf(viewer).map((page) => ({ kind: "go", ...page }));
}

/** The actions that a role may start from here. */
export function actionCommands({ role, slug }: Viewer): (BeginCommand | HereCommand)[] {
  return [
    ...(roleAllows(role, "create_payment")
      ? [{ kind: "begin", what: "createPayment", href: paths.createPayment() } as const]
      : []),
    ...(roleAllows(role, "run_bulk")
      ? [{ kind: "begin", what: "newBulk", href: paths.newBulk() } as const]
      : []),
    // People who are new to Paydeck are invited in the first account only.
    ...(slug === null && roleAllows(role, "manage_people")
      ? [{ kind: "begin", what: "invite", href: paths.invitePerson() } as const]
      : []),
    { kind: "theme", theme: "light" },
    { kind: "theme", theme: "dark" },
    { kind: "theme", theme: "system" },
    { kind: "density", density: "comfortable" },
    { kind: "density", density: "compact" },
    { kind: "locale", locale: "en" },
    { kind: "locale", locale: "hi" },
    { kind: "keys" },
    { kind: "signOut" },
  ];
}

/** Where typed text leads, of what the role may see: an id to its own page, anything else to the search by reference. */
export type Jump =
  | { kind: "payment"; id: string; href: string }
  | { kind: "refund"; id: string; href: string }
  /** A text that may be a customer's contact has no address: it is sent by POST (decision 0246). */
  | { kind: "reference"; reference: string; href: string | null };

/** TXN or RFD, the date and the milliseconds (decision 0030). */
const ID = /^(TXN|RFD)\d{21}$/;

export function jumpsOf(typed: string, role: Role): Jump[] {
  if (typed.trim() === "") return [];
  const id = typed.trim().toUpperCase();
  const [, prefix] = ID.exec(id) ?? [];
  // References are compared exactly (decision 0024), so the text is looked up unchanged.
  const href = mayBeContact(typed) ? null : paths.payments(typed);
  const reference: Jump = { kind: "reference", reference: typed, href };
  const search = roleAllows(role, "view_payments") ? [reference] : [];
  if (prefix === "RFD" && roleAllows(role, "view_refunds"))
    return [{ kind: "refund", id, href: paths.refund(id) }, ...search];
  return prefix === "TXN" && search.length > 0
    ? [{ kind: "payment", id, href: paths.payment(id) }, ...search]
    : search;
}

/** Whether every typed word is a prefix of a word in the command's names. */
export function isMeant(typed: string, names: readonly string[]): boolean {
  const words = wordsOf(names.join(" "));
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)));
}

function wordsOf(text: string): string[] {
  return text.toLocaleLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
