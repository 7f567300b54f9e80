import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import type { TransactionRecord } from "@/lib/contract/responses";
import { endOfSentCancel } from "../domain/sent-cancel";
import { presentPayments } from "../../payments/domain";
import { type CallResult, refusalError } from "../../routing-client/call-result";
import type { Services } from "../../runtime";
import { type BulkRowEnd, endUnknownBulkRow, noteUnknownBulkRow } from "../store/bulk-row-moves";
import { findCancelPoll, storeCancelPoll } from "../store/bulk-cancel-polls";
import { hasUnknownRows, listUnknownCancels, type UnknownCancel } from "../store/bulk-unknown-cancels";
import { backoffMs } from "@/server/platform/backoff";

const BEFORE_ALL = -1;

const ROWS_PER_POLL = 1_000;
export const FIRST_POLL_MS = 15_000;
const BACKOFF = { firstMs: FIRST_POLL_MS, factor: 2, maxMs: 30 * 60_000 };
/**
 * About three days, longer than a payment stays INITIATED (decision 0032): by then every row is resolved, or the
 * service is gone, and a look each day is enough.
 */
export const OFTEN_POLLS = 150;
const SELDOM_MS = 24 * 60 * 60_000;

/**
 * Resolves the cancels of unknown outcome of a run by the status of the payment itself. Returns when to go on, in milliseconds;
 * null once each is known. A payment that is still INITIATED shows nothing yet: the cancel may be in progress. More rows than one
 * step reads are read by the next one, so that rows that stay unknown hide none behind them. Only reads at the service; safe
 * to repeat.
 */
export async function resolveBulkCancels(
  services: Services,
  runId: string,
  { rowsPerPoll = ROWS_PER_POLL } = {},
): Promise<number | null> {
  const { attempt, after: begin } = await findCancelPoll(services.pool, runId);
  const rows = await listUnknownCancels(services.pool, {
    runId,
    serviceAddress: services.routing.serviceAddress,
    after: begin ?? BEFORE_ALL,
    limit: rowsPerPoll,
  });
  let after = begin;
  let isAvailable = true;
  for (const row of rows) {
    const response = await services.routing.transactionStatus(row.reference);
    // A busy or unavailable service is not called again before the next poll.
    if (
      response.kind === "not_sent" ||
      (response.kind === "refused" && refusalError(response.refusal) !== null)
    ) {
      isAvailable = false;
      break;
    }
    after = row.position;
    const end = endOf(row, response);
    if (end !== null) await store(services, row, end);
  }
  const delayMs = attempt < OFTEN_POLLS ? backoffMs(attempt, BACKOFF) : SELDOM_MS;
  if (!isAvailable) {
    await storeCancelPoll(services.pool, runId, { attempt: attempt + 1, after });
    return delayMs;
  }
  if (rows.length === rowsPerPoll) {
    await storeCancelPoll(services.pool, runId, { attempt, after });
    return 0;
  }
  // Also those of a service at another address: after a move they are looked up here.
  const isOpen = await hasUnknownRows(services.pool, runId);
  await storeCancelPoll(services.pool, runId, { attempt: isOpen ? attempt + 1 : 0, after: null });
  return isOpen ? delayMs : null;
}

/** Null when the payment could not be read. */
function endOf(row: UnknownCancel, response: CallResult<TransactionRecord[]>): BulkRowEnd | null {
  if (response.kind !== "answered") return null;
  const payment = presentPayments(response.value).find((view) => view.transactionId === row.transactionId);
  return payment === undefined ? null : endOfSentCancel(payment);
}

async function store({ pool, clock }: Services, row: UnknownCancel, end: BulkRowEnd): Promise<void> {
  if (end.state === "unknown") return noteUnknownBulkRow(pool, row.id, end.faults ?? []);
  await inTransaction(pool, async (db) => {
    if (!(await endUnknownBulkRow(db, row.id, end))) return;
    await recordAudit(db, {
      at: clock.now(),
      actor: "system",
      action: "bulk_cancel_resolved",
      subject: { kind: "bulk_run", id: row.runId },
      detail: { transactionId: row.transactionId, reference: row.reference, state: end.state },
    });
  });
}
