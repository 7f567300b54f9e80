import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MessagesProvider } from "@/components/i18n/messages-provider";
import type { BulkFault } from "@/lib/bulk";
import { CATALOGUES } from "@/lib/messages";
import { FaultText } from "./fault-text";

const RUN = "0198f000-0000-7000-8000-000000000001";
const run = {
  kind: "refund",
  source: "upload",
  fileName: "november.csv",
  rowCount: 2,
  createdBy: "Asha",
  createdAt: "2026-11-24T10:00:00.000Z",
} as const;

const shown = (fault: BulkFault, locale: "en" | "hi" = "en"): string =>
  renderToStaticMarkup(
    <MessagesProvider locale={locale} messages={CATALOGUES[locale]}>
      <FaultText fault={fault} />
    </MessagesProvider>,
  );

const reserved = { kind: "reserved", left: "1.00", reserved: "9.00", currency: "INR" } as const;

test.each([
  { ...reserved, runId: RUN, approvalId: null, run },
  {
    kind: "in_other_run",
    runId: RUN,
    rowId: "row-1",
    by: "Ravi",
    at: "2026-11-24T11:00:00.000Z",
    run,
  } as const,
])("another run is named with its file and uploader, and linked once: %j", (fault) => {
  for (const locale of ["en", "hi"] as const) {
    const html = shown(fault, locale);
    expect(html).toContain("november.csv");
    expect(html).toContain("Asha");
    expect(html.split(`/bulk/${RUN}`)).toHaveLength(2);
  }
});

test("an amount above the limit of a role names whose role it is", () => {
  for (const locale of ["en", "hi"] as const) {
    const html = shown({ kind: "above_limit", left: "200.00", currency: "INR", by: "Asha" }, locale);
    expect(html).toContain("Asha");
    expect(html).toContain("₹200.00");
  }
});

test("a run that is not known is linked without its name", () => {
  const html = shown({ ...reserved, runId: RUN, approvalId: null });
  expect(html).toContain("Another bulk run");
  expect(html.split(`/bulk/${RUN}`)).toHaveLength(2);
});

test("a row without the reason that is required says which ones to write, by code or name", () => {
  const valid = [
    { code: "goods_returned", name: "Goods returned" },
    { code: "other", name: "Other" },
  ];
  expect(shown({ kind: "reason_missing", valid })).toMatch(
    /A refund needs a reason\. Write a code or a name: .*Goods returned \(goods_returned\), Other \(other\)/,
  );
});
