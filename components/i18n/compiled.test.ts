import format from "icu-minify/format";
import { expect, test } from "vitest";
import { CATALOGUES, type MessageArea } from "@/lib/messages";
import { LOCALES } from "@/lib/messages/locale";
import { compiledArea } from "./compiled";

const AREAS = Object.keys(CATALOGUES.en) as MessageArea[];

function objectsIn(node: unknown): object[] {
  if (typeof node !== "object" || node === null) return [];
  return [node, ...Object.values(node).flatMap(objectsIn)];
}

test("React can hand every parsed message to the browser: all is plain objects, lists and texts", () => {
  const odd = LOCALES.flatMap((locale) =>
    AREAS.flatMap((area) => objectsIn(compiledArea(locale, area))),
  ).filter(
    (object) => ![Object.prototype, Array.prototype].includes(Object.getPrototypeOf(object) as object),
  );
  expect(odd).toEqual([]);
});

const formatters = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};

/** Formats as the build does: without a parser. */
function said(message: string, values: Record<string, string | number>): unknown {
  return format(message, "en", values, { formatters });
}

test("a parsed message is said as its text says it: arguments, plurals and choices", () => {
  const { waiting } = compiledArea("en", "navigation");
  expect([1, 3].map((n) => said(waiting, { n }))).toEqual(["1 waiting for you", "3 waiting for you"]);
  const { copy, forbidden } = compiledArea("en", "common");
  expect(said(copy, { what: "id" })).toBe("Copy id");
  expect(said(forbidden.body, { role: "ops", needed: "finance" })).toContain("Only finance and admins");
});
