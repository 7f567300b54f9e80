/** The longest cell in UTF-16 units; Excel reports a file with a longer one as damaged. */
const MAX_CELL_LENGTH = 32_767;

/** What XML 1.0 cannot hold, and DEL, which the library drops. */
const UNWRITABLE = /(?![\t\n\r\x80-\x9f])[\p{Cc}\p{Surrogate}\ufffe\uffff]/gu;
const REPLACEMENT = "\ufffd";

export type CellText = {
  written: string;
  /** A description of what differs from the stored text; null when nothing does. */
  change: string | null;
};

/**
 * A text as a cell of an XLSX file can hold it. Characters that XML cannot hold become U+FFFD, and a text that is too
 * long ends with a note that it is truncated; both are reported.
 */
export function cellText(text: string): CellText {
  const replaced = new Set(text.match(UNWRITABLE) ?? []);
  const clean = replaced.size === 0 ? text : text.replace(UNWRITABLE, REPLACEMENT);
  const changes = [...replaced].map((character) => `${codePoint(character)} replaced by U+FFFD`);
  const fits = clean.length <= MAX_CELL_LENGTH;
  if (!fits) changes.push(`cut: ${clean.length} characters, at most ${MAX_CELL_LENGTH} fit`);
  return {
    written: fits ? clean : cut(clean),
    change: changes.length === 0 ? null : changes.join("; "),
  };
}

function cut(text: string): string {
  const note = `… [cut: ${text.length} characters]`;
  const kept = text.slice(0, MAX_CELL_LENGTH - note.length);
  // A surrogate pair is one character and must not be split.
  return `${kept.replace(/[\ud800-\udbff]$/, "")}${note}`;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
