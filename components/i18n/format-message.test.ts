import compile from "icu-minify/compile";
import { expect, test } from "vitest";
import { LOCALES } from "@/lib/messages/locale";
import { CATALOGUES } from "@/lib/messages";
import formatMessage from "./format-message";

test("a right-to-left name does not reorder the sentence that it stands in, in either language", () => {
  for (const locale of LOCALES) {
    const message = compile(CATALOGUES[locale].common.by);
    const said = formatMessage(
      "by",
      message,
      { person: "محمد" },
      { locale, cache: {} as never, formatters: {} as never },
    );
    expect(said).toContain("\u2068محمد\u2069");
  }
});
