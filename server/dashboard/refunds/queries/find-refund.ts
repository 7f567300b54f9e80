import { setTimeout as sleep } from "node:timers/promises";
import type { RefundRecord } from "@/lib/contract/responses";
import { formatPaise } from "@/lib/money";
import type { RefundLookup, RefundFetchError } from "@/lib/refunds/refund-view";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { identifierFault } from "../../payments/domain";
import { nextCheckDelayMs, type TrackedRefund } from "../domain/refund-schedule";
import { serviceErrorOf } from "../../routing-client/answer";
import { findTracked, recordViewed, type RefundAtService } from "../store/tracked-refunds";
import { checkRefund } from "./check-refund";
import { trackOutsideRefund } from "./track-outside-refund";
import { shareRefundLookup } from "./share-refund-lookup";

/** A service that is slow holds no page up for longer: what was seen before is shown, and the look goes on. */
const WAIT_FOR_CHECK_MS = 3_000;
/** How long the answer to somebody else's question is waited for, and how often the table is read meanwhile. */
const WAIT_FOR_OTHERS_MS = 500;
const POLL_AGAIN_MS = 50;
/** An id that nobody here has seen is not asked for more often. */
const FIRST_LOOK_SERVES_MS = 1_000;
/** For how long after a look somebody counts as watching; a hidden tab stops looking. */
const WATCHED_FOR_MS = 40_000;

/**
 * One refund, made here or elsewhere. Answered from the table that all share: the service is asked at most once an
 * interval, however many look and in however many processes. One that was never seen before is asked for at once, and
 * followed from then on.
 */
export async function findRefund(ctx: Ctx, refundId: string): Promise<RefundLookup> {
  return look(ctx, refundId, { isWanted: false });
}

/** "Check now": asked at once, though not more often than anybody may, and for everybody who looks. */
export async function checkRefundNow(ctx: Ctx, refundId: string): Promise<RefundLookup> {
  return look(ctx, refundId, { isWanted: true });
}

async function look(ctx: Ctx, refundId: string, options: { isWanted: boolean }): Promise<RefundLookup> {
  await requirePermission(ctx, "view_refunds", { kind: "refund", id: refundId });
  if (identifierFault(refundId, "refund id") !== null) {
    return { kind: "not_found", refundId, checkedAt: ctx.clock.now().toISOString() };
  }
  const of = { serviceAddress: ctx.routing.serviceAddress, refundId };
  const before = await findTracked(ctx.pool, of);
  if (before === null) {
    const first = (): Promise<RefundLookup> => firstLook(ctx, refundId);
    return shareRefundLookup(ctx, `first:${refundId}`, first, { keepMs: FIRST_LOOK_SERVES_MS });
  }

  const isNewlyWatched = await watch(ctx, of, before);
  // What nobody has to ask about now was told by the one read: a hundred tabs are a hundred reads, and nothing is written.
  if (!options.isWanted && !isNewlyWatched && !isDue(before, ctx.clock.now())) return present(ctx, before);
  const ask = (): Promise<TrackedRefund | null> => askOrWait(ctx, of, options);
  // Tabs that show the same refund come due at the same moment. One whose answer does not come is joined by nobody.
  const isShared = !options.isWanted && isDue(before, ctx.clock.now());
  const asked = isShared
    ? shareRefundLookup(ctx, `due:${refundId}`, ask, { joinMs: WAIT_FOR_CHECK_MS })
    : ask();
  return present(ctx, (await asked) ?? before);
}

async function askOrWait(
  ctx: Ctx,
  of: RefundAtService,
  options: { isWanted: boolean },
): Promise<TrackedRefund | null> {
  const hasEnded = await within(WAIT_FOR_CHECK_MS, checkRefund(ctx, of, options), ctx);
  return hasEnded ? lookAsked(ctx, of) : findTracked(ctx.pool, of);
}

/**
 * What the table says once whoever asks the service at this moment, a job or another page, has its answer: with what was known
 * before it, the page would show the end of a refund a look later. Waited for briefly; a slow service is asked on behind it.
 */
async function lookAsked(ctx: Ctx, of: RefundAtService): Promise<TrackedRefund | null> {
  const until = performance.now() + WAIT_FOR_OTHERS_MS;
  for (;;) {
    const seen = await findTracked(ctx.pool, of);
    const askingUntil = seen?.askingUntil ?? null;
    const isBeingPolled = askingUntil !== null && askingUntil > ctx.clock.now();
    if (!isBeingPolled || performance.now() >= until) return seen;
    await sleep(POLL_AGAIN_MS);
  }
}

/** Nobody here has seen this refund before. */
async function firstLook(ctx: Ctx, refundId: string): Promise<RefundLookup> {
  const answer = await ctx.routing.refundStatus(refundId);
  const checkedAt = ctx.clock.now().toISOString();
  if (answer.kind === "answered") return present(ctx, await followed(ctx, answer.value));
  if (answer.kind === "refused" && answer.refusal.kind === "not_found") {
    return { kind: "not_found", refundId, checkedAt };
  }
  return { kind: "trouble", refundId, trouble: serviceErrorOf(answer), checkedAt };
}

async function followed(ctx: Ctx, record: RefundRecord): Promise<TrackedRefund> {
  const refund = await trackOutsideRefund(ctx, record);
  const of = { serviceAddress: refund.serviceAddress, refundId: refund.refundId };
  // The table's own row says who asked for it, should it have become ours at this very moment.
  return (await findTracked(ctx.pool, of)) ?? refund;
}

function isDue({ nextCheckAt }: TrackedRefund, at: Date): boolean {
  return nextCheckAt !== null && nextCheckAt <= at;
}

/** Returns whether it was noted, which may have made the next look earlier. */
async function watch(ctx: Ctx, of: RefundAtService, refund: TrackedRefund): Promise<boolean> {
  if (refund.completedAt !== null) return false;
  const at = ctx.clock.now();
  const atMs = at.getTime();
  // Renewed at half its time, so that a hundred tabs are not a hundred updates a second.
  if (refund.watchedUntil !== null && refund.watchedUntil.getTime() > atMs + WATCHED_FOR_MS / 2) return false;
  const delayMs = nextCheckDelayMs({
    ageMs: atMs - refund.requestedAt.getTime(),
    isWatched: true,
    underWay: 0,
  });
  await recordViewed(ctx.pool, of, {
    at: new Date(atMs + WATCHED_FOR_MS / 2),
    until: new Date(atMs + WATCHED_FOR_MS),
    nextCheckAt: new Date(refund.askedAt.getTime() + delayMs),
  });
  return true;
}

/**
 * Waits for a look, but not for long, and returns whether it has ended; one that goes wrong says so in the log, and the
 * table keeps what was seen.
 */
async function within(ms: number, check: Promise<unknown>, ctx: Ctx): Promise<boolean> {
  const logged = check.then(
    () => true,
    (error: unknown) => {
      ctx.logger.error({ err: error }, "a refund could not be checked");
      return true;
    },
  );
  const stop = new AbortController();
  const ranOut = sleep(ms, false, { signal: stop.signal }).catch(() => false);
  const hasEnded = await Promise.race([logged, ranOut]);
  stop.abort();
  return hasEnded;
}

function present(ctx: Ctx, refund: TrackedRefund): RefundLookup {
  return {
    kind: "found",
    refund: {
      refundId: refund.refundId,
      transactionId: refund.transactionId,
      reference: refund.reference,
      amount: formatPaise(refund.amountPaise),
      currency: refund.currency,
      status: refund.status,
      gatewayRefundId: refund.gatewayRefundId,
      reason: refund.reason,
      requestedAt: refund.requestedAt.toISOString(),
      completedAt: refund.completedAt?.toISOString() ?? null,
      requestedBy: refund.requestedByName,
      isTest: refund.isTest,
      wasPaidLate: refund.wasPaidLate,
    },
    checkedAt: refund.checkedAt.toISOString(),
    nextCheckAt: refund.nextCheckAt?.toISOString() ?? null,
    trouble: troubleToTell(refund),
    now: ctx.clock.now().toISOString(),
  };
}

function troubleToTell({ trouble, retryAfterSeconds }: TrackedRefund): RefundFetchError | null {
  switch (trouble) {
    case null:
      return null;
    case "busy":
      return { kind: "busy", retryAfterSeconds: retryAfterSeconds ?? 0 };
    case "unavailable":
    case "key_refused":
    case "not_found":
      return { kind: trouble };
  }
}
