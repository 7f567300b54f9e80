import { err, ok, type Result } from "@/lib/result";
import type { ScheduledList } from "@/lib/exports/scheduled-lists";
import { MANUAL_REFUND_TABS, type ManualRefundTab } from "@/lib/manual-refunds/manual-refund-views";
import { REASON_CODE } from "@/lib/reasons/reason";
import { REFUND_QUERY_FIELDS } from "@/lib/refunds/refund-list-views";
import type { Ctx } from "../../context";
import type { ExportOrder } from "../../export/export-response";
import type { ExportFormat } from "../../export/export-table";
import { manualRefundExport } from "../../manual-refunds";
import { preparePaymentExport } from "../../payments";
import { readPaymentFilter, writePaymentFilter } from "../../payments/domain";
import { refundExport } from "../../refunds";
import { readRefundFilter } from "../../refunds/domain";

type Subject = { list: ScheduledList; query: string; format: ExportFormat; timeZone: string };

/** A row's type is the order's own business. */
type AnyOrder = ExportOrder<never>;

/** What a schedule exports now: the same as the list's own export with this filter. */
export async function prepareExport(
  ctx: Ctx,
  { list, query, format, timeZone }: Subject,
): Promise<Result<AnyOrder, "filter" | "not_offered">> {
  switch (list) {
    case "payments": {
      const { filter, faults } = readPaymentFilter(fieldsOf(query), timeZone);
      if (faults.length > 0 || filter.customer !== null) return err("filter");
      const prepared = await preparePaymentExport(ctx, { filter, format, zone: timeZone });
      if (prepared.kind === "order") return ok(prepared.order as unknown as AnyOrder);
      return err(prepared.kind === "not_offered" ? "not_offered" : "filter");
    }
    case "refunds": {
      const { filter, faults, tab } = readRefundFilter(fieldsOf(query), ctx.clock.now());
      if (Object.keys(faults).length > 0 || tab === "elsewhere") return err("filter");
      return ok(refundExport(ctx, filter, format) as unknown as AnyOrder);
    }
    case "manual_refunds": {
      const chosen = readManualRefunds(fieldsOf(query));
      if (!chosen.ok) return err("filter");
      return ok(manualRefundExport(ctx, chosen.value, format) as unknown as AnyOrder);
    }
  }
}

/**
 * The filter of an address as it is stored: its known fields, and nothing else. Errors: `unknown` for a filter that
 * the list would refuse; `contact` for a search by contact, which is stored for its session alone (decision 0110).
 */
export function readStoredQuery(
  list: ScheduledList,
  query: string,
  { zone, now }: { zone: string; now: Date },
): Result<string, "unknown" | "contact"> {
  if (query.length > 4_000) return err("unknown");
  const given = fieldsOf(query);
  if (list === "payments") {
    const { filter, faults } = readPaymentFilter(given, zone);
    if (filter.customer !== null || given.customer !== undefined) return err("contact");
    return faults.length > 0 ? err("unknown") : ok(queryOf(writePaymentFilter(filter)));
  }
  if (list === "manual_refunds") {
    const chosen = readManualRefunds(given);
    if (!chosen.ok) return err("unknown");
    const { tab, reason } = chosen.value;
    return ok(queryOf({ tab: tab === "all" ? "" : tab, reason }));
  }
  const { faults, tab } = readRefundFilter(given, now);
  if (Object.keys(faults).length > 0 || tab === "elsewhere") return err("unknown");
  return ok(queryOf(Object.fromEntries(REFUND_QUERY_FIELDS.map((name) => [name, given[name] ?? []]))));
}

/** All of them, unless the address names a tab: a list that only waits for a second person is not what a file is for. */
function readManualRefunds({
  tab: [tab = "all"] = [],
  reason: [reason = ""] = [],
}: Readonly<Record<string, readonly string[]>>): Result<{ tab: ManualRefundTab; reason: string }, "unknown"> {
  const named = MANUAL_REFUND_TABS.find((one) => one === tab);
  const isReason = reason === "" || REASON_CODE.test(reason);
  return named === undefined || !isReason ? err("unknown") : ok({ tab: named, reason });
}

function fieldsOf(query: string): Record<string, string[]> {
  const given = new URLSearchParams(query);
  return Object.fromEntries([...new Set(given.keys())].map((name) => [name, given.getAll(name)]));
}

function queryOf(fields: Readonly<Record<string, string | readonly string[]>>): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const text of [value].flat()) if (text !== "") written.append(name, text);
  }
  return written.toString();
}
