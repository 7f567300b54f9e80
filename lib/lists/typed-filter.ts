/** How a filter of a list is written as text. */
export type TypedGrammar = {
  /** What is typed before the colon, in lower case, and the field of the address that it means. */
  fields: Readonly<Record<string, string>>;
  /** What else the values of a field may be called, in lower case. */
  words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The field of words without a name. */
  text: string;
  /** The fields that can have several values, written with commas. */
  several: readonly string[];
};

type TypedFilter = {
  /** Values by field of the address, not checked any further. */
  given: Record<string, string[]>;
  /** Names that this list does not have. */
  unknown: string[];
};

/** `name:value`, `name:"a value"`, `"some words"`, or a word. */
const TOKEN = /(?<![\p{L}\p{M}\d_])([\p{L}\p{M}\d_]+):(?:"([^"]*)"|(\S*))|"([^"]*)"|(\S+)/gu;

/** Parses a typed filter, such as `status:failed,dropped min:1000 ORD-`. */
export function readTypedFilter(text: string, grammar: TypedGrammar): TypedFilter {
  const given: Record<string, string[]> = {};
  const unknown: string[] = [];
  const words: string[] = [];
  for (const [, name, quoted, plain = "", quotedWords, word] of text.matchAll(TOKEN)) {
    if (name === undefined) {
      words.push(quotedWords ?? word ?? "");
      continue;
    }
    const field = own(grammar.fields, name.toLowerCase());
    if (field === undefined) {
      unknown.push(name);
      continue;
    }
    const values =
      quoted === undefined && grammar.several.includes(field) ? plain.split(",") : [quoted ?? plain];
    const known = grammar.words === undefined ? undefined : own(grammar.words, field);
    const meant = values
      .filter((value) => value !== "")
      .map((value) => (known === undefined ? value : (own(known, value.toLowerCase()) ?? value)));
    // The last of a field that has one value counts, as in an address that is changed.
    given[field] = grammar.several.includes(field) ? [...(given[field] ?? []), ...meant] : meant.slice(0, 1);
  }
  if (words.length > 0) given[grammar.text] = [words.join(" ")];
  return { given, unknown };
}

/** Each value by its own name and by that on the screen, as `words` of a field. */
export function valuesByName<T extends string>(
  values: readonly T[],
  name: (value: T) => string,
): Record<string, T> {
  return Object.fromEntries(
    values.flatMap((value) => [
      [value.toLowerCase(), value],
      [name(value).toLowerCase(), value],
    ]),
  );
}

/** A period and exact days exclude each other: what is typed replaces what was there. */
const EXCLUDES: Readonly<Record<string, readonly string[]>> = {
  range: ["from", "until"],
  from: ["range"],
  until: ["range"],
};

type Address = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The address of a list with what was typed; without the page, which is one of another list. */
export function withTyped(
  query: Address,
  given: TypedFilter["given"],
): Record<string, string | readonly string[]> {
  const without = new Set([
    "typed",
    "cursor",
    ...Object.keys(given).flatMap((field) => EXCLUDES[field] ?? []),
  ]);
  return Object.fromEntries(
    Object.entries({ ...query, ...given }).flatMap(([name, value]) =>
      value === undefined || without.has(name) ? [] : [[name, value]],
    ),
  );
}

/** A key that an object has itself: typed text may be `constructor`. */
function own<T>(of: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(of, key) ? of[key] : undefined;
}
