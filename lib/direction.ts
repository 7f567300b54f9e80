/** The marks that Unicode has for the direction of text: invisible, and so two references can look the same. */
export const DIRECTION_MARK = /([\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069])/u;
const ALL_MARKS = new RegExp(DIRECTION_MARK, "gu");
const ALL_BUT_ISOLATES = /[\u061c\u200e\u200f\u202a-\u202e\u2066\u2067]/gu;
/** Letters that are written from right to left, and the marks. */
const TURNS = new RegExp(
  `${DIRECTION_MARK.source}|[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]`,
  "u",
);

const [ISOLATE, END] = ["\u2068", "\u2069"];

/** "U+202E" for that mark. */
export function markName(mark: string): string {
  return `U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/**
 * A text that does not reorder the sentence around it: within isolates, if it has letters or marks that could. Its own
 * marks are named instead of obeyed, but for pairs of isolates: a value may be a sentence that was made here.
 */
export function isolated(text: string): string {
  if (!TURNS.test(text)) return text;
  const named = text.replace(hasPairsOnly(text) ? ALL_BUT_ISOLATES : ALL_MARKS, markName);
  return `${ISOLATE}${named}${END}`;
}

/** Names within a sentence, each with a direction of its own. */
export function isolatedList(texts: readonly string[]): string {
  return texts.map(isolated).join(", ");
}

/** Removes the isolates from a sentence that becomes a value: a stored name, the subject of an e-mail. */
export function withoutIsolates(sentence: string): string {
  return sentence.replace(/[\u2068\u2069]/gu, "");
}

/** What a sentence is given, with its texts isolated; numbers, dates and elements stay. */
export function isolatedValues<T extends object>(values: T): T {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? isolated(value) : value,
    ]),
  ) as T;
}

function hasPairsOnly(text: string): boolean {
  let depth = 0;
  for (const sign of text) {
    if (sign === ISOLATE) depth += 1;
    if (sign === END) depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
