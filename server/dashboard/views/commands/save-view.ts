import { randomUUID } from "node:crypto";
import { LIST_NAMES, type ListName, readAddressColumns, writeAddressColumns } from "@/lib/lists/list-columns";
import type { SavedViewOutcome } from "@/lib/views/saved-view-views";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readPaymentFilter, writePaymentFilter } from "../../payments/domain";
import { keptRefundQuery } from "../../refunds/domain";
import { countSavedViewsLocked, insertSavedView } from "../store/saved-views";
import { MAX_VIEWS, readViewName } from "../domain/saved-view";

const MAX_QUERY_LENGTH = 4_000;

/**
 * Saves a filter of a list under a name, with its columns if the address has some, for this person alone
 * until they share it. Both are stored as we write them, not as they were sent: nothing else can be saved, and never a
 * customer's contact, whose search expires (decision 0110).
 */
export async function saveView(
  ctx: Ctx,
  input: { list: string; name: string; query: string },
): Promise<SavedViewOutcome> {
  const id = randomUUID();
  const subject = { kind: "saved_view", id } as const;
  if (!(await authorize(ctx, "save_view", subject))) return { kind: "forbidden" };
  const name = readViewName(input.name);
  if (!name.ok) return { kind: "invalid", fault: name.error };
  const list = LIST_NAMES.find((known) => known === input.list);
  if (list === undefined) return { kind: "invalid", fault: "no_filter" };
  const query = keptQuery(list, input.query, ctx.clock.now());
  if (query === "" || query.length > MAX_QUERY_LENGTH) return { kind: "invalid", fault: "no_filter" };

  const at = ctx.clock.now();
  return inTransaction(ctx.pool, async (db): Promise<SavedViewOutcome> => {
    const has = await countSavedViewsLocked(db, ctx.actor.userId);
    if (has >= MAX_VIEWS) return { kind: "too_many", max: MAX_VIEWS };
    const view = { id, list, name: name.value, query, personId: ctx.actor.userId, createdAt: at };
    if (!(await insertSavedView(db, view))) return { kind: "invalid", fault: "taken" };
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "view_saved",
      subject,
      detail: { name: name.value, query },
      requestId: ctx.requestId,
    });
    return { kind: "done", viewId: id };
  });
}

function keptQuery(list: ListName, query: string, now: Date): string {
  const given = new URLSearchParams(query);
  const byName = Object.fromEntries([...given.keys()].map((name) => [name, given.getAll(name)]));
  const kept = new URLSearchParams();
  for (const [name, value] of Object.entries(FILTERS[list](byName, now))) {
    for (const text of [value].flat()) kept.append(name, text);
  }
  const columns = readAddressColumns(list, given.get("columns") ?? "");
  if (columns !== null) kept.set("columns", writeAddressColumns(columns));
  return kept.toString();
}

type Fields = Readonly<Record<string, readonly string[]>>;

/** The fields of an address that a list understands, as it writes them. */
const FILTERS: Record<ListName, (given: Fields, now: Date) => Record<string, string | readonly string[]>> = {
  payments: (given) => writePaymentFilter({ ...readPaymentFilter(given, "UTC").filter, customer: null }),
  refunds: keptRefundQuery,
};
