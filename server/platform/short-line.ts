/** The maximum length of a log line. */
export const MAX_LINE_CHARACTERS = 16_384;
const MAX_TEXT_CHARACTERS = 2_000;
const MAX_ENTRIES = 50;
const MAX_DEPTH = 5;

/**
 * Returns the same line when it is short enough, which is nearly always; else one with its long texts and lists cut.
 */
export function shortLine(line: string): string {
  if (line.length <= MAX_LINE_CHARACTERS) return line;
  const whole = JSON.parse(line) as Record<string, unknown>;
  const short = JSON.stringify(cut(whole, MAX_DEPTH));
  if (short.length < MAX_LINE_CHARACTERS) return `${short}\n`;
  const { level, time, pid, name, msg } = whole;
  return `${JSON.stringify(cut({ level, time, pid, name, msg, leftOutCharacters: line.length }, 1))}\n`;
}

/** The text, or its beginning and the number of characters cut. */
export function shortText(text: string): string {
  if (text.length <= MAX_TEXT_CHARACTERS) return text;
  return `${text.slice(0, MAX_TEXT_CHARACTERS)}… (${text.length - MAX_TEXT_CHARACTERS} more characters)`;
}

function cut(value: unknown, depth: number): unknown {
  if (typeof value === "string") return shortText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return "…";
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((item) => cut(item, depth - 1));
  const entries = Object.entries(value).slice(0, MAX_ENTRIES);
  return Object.fromEntries(entries.map(([key, item]) => [key, cut(item, depth - 1)]));
}
