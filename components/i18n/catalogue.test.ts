import compile from "icu-minify/compile";
import { describe, expect, test } from "vitest";
import { CATALOGUES, type MessageArea } from "@/lib/messages";
import { LOCALES, type Locale } from "@/lib/messages/locale";

/** Words that stay in Latin letters in Hindi: names, and words that readers know only so. */
const LATIN_WORDS = new Set(["Paydeck", "OpenID", "Connect", "udf", "udf1", "udf2", "udf3", "Ctrl", "ms"]);
/** Banks are called by their English names, as in the lists. */
const BANK_NAMES = "rules.bank.";
/** Abbreviations, statuses, ids: CSV, SUCCESS, RFD. */
const CAPITALS = /^[\p{Lu}\p{N}_]+$/u;

type Texts = Map<string, string>;

function textsOf(locale: Locale, area: MessageArea): Texts {
  const found: Texts = new Map();
  const collect = (node: unknown, key: string): void => {
    if (typeof node === "string") found.set(key, node);
    else for (const [name, child] of Object.entries(node as object)) collect(child, `${key}.${name}`);
  };
  collect(CATALOGUES[locale][area], area);
  return found;
}

type Parts = { args: Set<string>; words: string[] };

/** The arguments and words of a message, from all its branches. Throws if it is not valid ICU. */
function partsOf(message: string): Parts {
  const parts: Parts = { args: new Set(), words: [] };
  const visitAll = (nodes: readonly unknown[]): void => nodes.forEach(visit);
  const visit = (node: unknown): void => {
    if (typeof node === "string") parts.words.push(...(node.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []));
    if (!Array.isArray(node)) return;
    const [name, kind, ...rest] = node as unknown[];
    parts.args.add(String(name));
    if (typeof kind !== "number") visitAll(node.slice(1));
    else
      for (const branch of Object.values(rest[0] ?? {}) as unknown[])
        visitAll(Array.isArray(branch) ? branch : [branch]);
  };
  const compiled = compile(message);
  visitAll(Array.isArray(compiled) ? compiled : [compiled]);
  return parts;
}

/** What the compiler writes for `plural` and `selectordinal`. */
const PLURAL_KINDS: ReadonlySet<number> = new Set([2, 3]);

const DIGIT = /\p{Nd}/u;
/** The number one as a word; "एक साथ" means "together". */
const ONE = /\bone\b|(?<!\p{L})एक(?!\p{L}|\p{M}| साथ)/iu;

/**
 * Numbers that a plural's arm writes out instead of "#". A category is not one number: in Hindi "one" includes 0. An
 * exact arm (=1) is.
 */
function writtenNumbers(message: string): string[] {
  const found: string[] = [];
  const visitAll = (nodes: readonly unknown[], category: string | null): void =>
    nodes.forEach((node) => visit(node, category));
  const visit = (node: unknown, category: string | null): void => {
    if (typeof node === "string") {
      const isWritten = category !== null && (DIGIT.test(node) || (category === "one" && ONE.test(node)));
      if (isWritten) found.push(node);
    }
    if (!Array.isArray(node)) return;
    const [, kind, arms] = node as unknown[];
    if (typeof kind !== "number") return visitAll(node.slice(1), category);
    for (const [name, arm] of Object.entries((arms ?? {}) as Record<string, unknown>)) {
      const isCategory = PLURAL_KINDS.has(kind) && !name.startsWith("=");
      visitAll(Array.isArray(arm) ? arm : [arm], isCategory ? name : category);
    }
  };
  const compiled = compile(message);
  visitAll(Array.isArray(compiled) ? compiled : [compiled], null);
  return found;
}

function hasHindi(words: readonly string[]): boolean {
  return (
    words.some((word) => /\p{Script=Devanagari}/u.test(word)) ||
    words.every((word) => LATIN_WORDS.has(word) || CAPITALS.test(word) || !/\p{L}{2}/u.test(word))
  );
}

test("a number that a plural's arm writes out is found, at any depth, and an exact arm may", () => {
  expect(writtenNumbers("{n, plural, one {1 row} other {# rows}}")).toHaveLength(1);
  expect(writtenNumbers("a <b>{n, plural, one {एक पंक्ति} other {# पंक्ति}}</b>")).toHaveLength(1);
  expect(writtenNumbers("{n, plural, one {# row in 24 hours} other {x}}")).toHaveLength(1);
  expect(writtenNumbers("24 {n, plural, =0 {0} =1 {one} one {# row} other {# rows}}")).toEqual([]);
  expect(writtenNumbers("{n, plural, one {एक साथ #} other {एक साथ #}}")).toEqual([]);
});

describe.each(Object.keys(CATALOGUES.en) as MessageArea[])("the texts of %s", (area) => {
  const english = textsOf("en", area);
  const hindi = textsOf("hi", area);

  test("write no number out in an arm of a plural, in any language", () => {
    const faulty = [...english, ...hindi].filter(([, text]) => writtenNumbers(text).length > 0);
    expect(faulty).toEqual([]);
  });

  test("have the same names in both languages, and none is empty", () => {
    expect([...hindi.keys()].sort()).toEqual([...english.keys()].sort());
    const empty = [...english, ...hindi].filter(([, text]) => text.trim() === "").map(([key]) => key);
    expect(empty).toEqual([]);
  });

  test("are ICU messages that take the same arguments in both languages", () => {
    for (const [key, text] of english) {
      const [one, other] = [partsOf(text), partsOf(hindi.get(key) ?? "")];
      expect([...other.args].sort(), key).toEqual([...one.args].sort());
    }
  });

  test("are said in Hindi where Hindi is chosen", () => {
    const texts = [...hindi].filter(([key]) => !key.startsWith(BANK_NAMES));
    const left = texts.filter(([, text]) => !hasHindi(partsOf(text).words));
    expect(left).toEqual([]);
  });
});

test("there is a catalogue for every language", () => {
  expect(Object.keys(CATALOGUES).sort()).toEqual([...LOCALES].sort());
});
