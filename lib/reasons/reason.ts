import type { Locale } from "@/lib/messages/locale";

/** A listed reason for a refund (decision 0277). */
export type RefundReason = {
  /** Stored with what was refunded; never changes. */
  code: string;
  /** The name in English: what the service receives, in every language of the screens. */
  name: string;
  /** Null: the English name is shown. */
  nameHi: string | null;
  /** A text must follow the name. */
  needsText: boolean;
  /** Offered for new refunds. */
  isActive: boolean;
};

export const REASON_CODE = /^[a-z][a-z0-9_]{1,39}$/;
/** A filter with this code finds refunds without a listed reason. No reason has this code. */
export const NO_REASON = "none";
/** Counted in code points. */
export const MAX_REASON_NAME = 60;
/** The limit of the text that follows a reason, in a form. */
export const MAX_REASON_NOTE = 200;

/** What the form needs to offer a reason. */
export type ReasonOption = Pick<RefundReason, "code" | "name" | "nameHi" | "needsText">;

/** What a form offers, in order. */
export function offeredReasons(reasons: readonly RefundReason[]): ReasonOption[] {
  return reasons
    .filter(({ isActive }) => isActive)
    .map(({ code, name, nameHi, needsText }) => ({ code, name, nameHi, needsText }));
}

/** Whether the chosen reason requires a text that is missing. */
export function isTextMissing(reasons: readonly ReasonOption[], code: string, text: string): boolean {
  return text.trim() === "" && reasons.find((reason) => reason.code === code)?.needsText === true;
}

export function reasonName(reason: Pick<RefundReason, "name" | "nameHi">, locale: Locale): string {
  return locale === "hi" ? (reason.nameHi ?? reason.name) : reason.name;
}

/** The reasons as a select offers them. */
export function reasonOptions(
  reasons: readonly ReasonOption[],
  locale: Locale,
): { value: string; label: string }[] {
  return reasons.map((reason) => ({ value: reason.code, label: reasonName(reason, locale) }));
}

/** The service accepts one free text (specification 4.4): the reason's name, then the text. Empty when neither is given. */
export function reasonText(name: string, text: string): string {
  return [name.trim(), text.trim()].filter((part) => part !== "").join(": ");
}

/**
 * The reason that {@link reasonText} began a text with, and the rest of it. Null when it began with none of these. Of two
 * names that fit, the longer one is meant.
 */
export function splitReasonText<R extends Pick<RefundReason, "name">>(
  reasons: readonly R[],
  text: string,
): { reason: R; rest: string } | null {
  const fitting = reasons.filter(({ name }) => text === name || text.startsWith(`${name}: `));
  const [first, ...others] = fitting;
  if (first === undefined) return null;
  const reason = others.reduce((best, one) => (one.name.length > best.name.length ? one : best), first);
  return { reason, rest: text.slice(reason.name.length + 2) };
}

/**
 * Finds the reason that a person typed in a file: its code or its name in either language, then optionally a colon and a
 * text. Case and white space do not matter.
 */
export function typedReasonFinder<R extends Pick<RefundReason, "code" | "name" | "nameHi">>(
  reasons: readonly R[],
): (typed: string) => { reason: R; rest: string } | null {
  const byName = new Map<string, R>();
  for (const reason of reasons) {
    for (const name of [reason.code, reason.name, reason.nameHi ?? reason.name].map(comparable)) {
      if (!byName.has(name)) byName.set(name, reason);
    }
  }
  // A name may contain a colon itself; after more than any name has, or a longer text, the text has begun.
  const colons = Math.max(0, ...[...byName.keys()].map((name) => name.split(":").length));
  const longest = Math.max(0, ...[...byName.keys()].map((name) => name.length));
  return (typed) => {
    const whole = byName.get(comparable(typed));
    if (whole !== undefined) return { reason: whole, rest: "" };
    let found: { reason: R; rest: string } | null = null;
    let front = "";
    let from = 0;
    for (const at of positionsOf(":", typed, colons)) {
      // Only what is new is long: a text of many colons is not compared anew from its start at each of them.
      front = spaced(front + typed.slice(from, at)).trimStart();
      from = at;
      if (front.length > longest + 1) break;
      const reason = byName.get(comparable(front));
      if (reason !== undefined) found = { reason, rest: typed.slice(at + 1).trim() };
    }
    return found;
  };
}

function positionsOf(sign: string, text: string, max: number): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(sign); at !== -1 && found.length < max; at = text.indexOf(sign, at + 1)) {
    found.push(at);
  }
  return found;
}

function spaced(text: string): string {
  return text.normalize("NFKC").replace(/\s+/gu, " ");
}

/** Texts that differ only in case, white space or Unicode normalization are equal. */
export function comparable(text: string): string {
  return spaced(text).trim().toLowerCase();
}
