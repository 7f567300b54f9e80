import compile from "icu-minify/compile";
import { CATALOGUES, type Catalogue, type MessageArea } from "@/lib/messages";
import type { Locale } from "@/lib/messages/locale";

/** A cache by area and language; both are fixed sets, so it does not grow. */
const areas = new Map<string, Catalogue[MessageArea]>();

/**
 * An area with its messages already parsed (decision 0107). The type stays that of the texts: only `use-intl` looks
 * inside, and the build gives it the formatter that reads this form.
 */
export function compiledArea<A extends MessageArea>(locale: Locale, area: A): Catalogue[A] {
  const key = `${locale} ${area}`;
  const compiled = areas.get(key) ?? (compileAll(CATALOGUES[locale][area]) as Catalogue[MessageArea]);
  areas.set(key, compiled);
  return compiled as Catalogue[A];
}

function compileAll(node: unknown): unknown {
  // The parser's objects have no prototype, and React passes only plain objects to the browser.
  if (typeof node === "string") return JSON.parse(JSON.stringify(compile(node)));
  return Object.fromEntries(Object.entries(node as object).map(([name, child]) => [name, compileAll(child)]));
}
