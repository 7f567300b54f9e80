import { setTimeout as sleep } from "node:timers/promises";
import type { RefundRecord } from "@/lib/contract/responses";
import { formatPaise } from "@/lib/money";
import type { RefundLookup, RefundFetchError } from "@/lib/refunds/refund-view";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { identifierFault } from "../../payments/domain";
import { CLOCKS_DIFFER_MS, nextCheckDelayMs, type TrackedRefund } from "../domain/refund-schedule";
import { serviceErrorOf } from "../../routing-client/call-result";
import { recordLateSuccess } from "../store/refund-intent-moves";
import { findTracked, recordViewed, type RefundAtService } from "../store/tracked-refunds";
import { checkRefund, isPaidAfterFailure, refundFetchErrorOf } from "./check-refund";
import { trackOutsideRefund } from "./track-outside-refund";
import { readRefundFailure } from "./read-refund-failure";
import { shareRefundLookup } from "./share-refund-lookup";

/** A slow service delays a page no longer than this: the last known status is shown, and the poll continues. */
const WAIT_FOR_CHECK_MS = 3_000;
/** How long to wait for a poll of another process or page, and how often to read the table meanwhile. */
const WAIT_FOR_OTHERS_MS = 500;
const POLL_AGAIN_MS = 50;
/** An id unknown to the dashboard is not fetched more often than this. */
const FIRST_LOOK_SERVES_MS = 1_000;
/** How long a viewer counts as present after a poll; a hidden tab stops polling. */
const WATCHED_FOR_MS = 40_000;

/**
 * One refund, made here or outside the dashboard. Read from the shared table: the service is polled at most once per
 * interval, however many viewers and processes there are. A refund seen for the first time is fetched at once and
 * polled from then on.
 */
export async function findRefund(ctx: Ctx, refundId: string): Promise<RefundLookup> {
  return withFailure(ctx, await check(ctx, refundId, { isWanted: false }));
}

/** "Check now": polls at once, within the shortest interval, for all viewers. */
export async function checkRefundNow(ctx: Ctx, refundId: string): Promise<RefundLookup> {
  return withFailure(ctx, await check(ctx, refundId, { isWanted: true }));
}

/** Most refunds end within this time: only an older one is asked why it waits. */
const WAITS_AFTER_MS = 60_000;
/** A reason changes rarely, and a page reads it as often as the status. */
const FAILURE_SERVES_MS = 5_000;

/** Adds the reason of a refund that failed, or that its gateway has not accepted for a while. */
async function withFailure(ctx: Ctx, lookup: RefundLookup): Promise<RefundLookup> {
  if (lookup.kind !== "found") return lookup;
  const { refundId, transactionId, status, wasPaidLate, requestedAt, gatewayRefundId } = lookup.refund;
  const hasFailed = status === "FAILURE";
  const ageMs = ctx.clock.now().getTime() - Date.parse(requestedAt);
  const mayWait = status !== "SUCCESS" && gatewayRefundId === null && ageMs > WAITS_AFTER_MS;
  if (wasPaidLate || !(hasFailed || mayWait)) return lookup;
  const read = () => readRefundFailure(ctx, { refundId, transactionId, hasFailed });
  const failure = await shareRefundLookup(ctx, `failure:${status}:${refundId}`, read, {
    keepMs: FAILURE_SERVES_MS,
  });
  return { ...lookup, refund: { ...lookup.refund, failure } };
}

async function check(ctx: Ctx, refundId: string, options: { isWanted: boolean }): Promise<RefundLookup> {
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
  if (mayBePaidLate(before)) return lookUpLateSuccess(ctx, before);

  const isNewlyWatched = await watch(ctx, of, before);
  // When no poll is due, the one read is enough: a hundred tabs make a hundred reads and no writes.
  if (!options.isWanted && !isNewlyWatched && !isDue(before, ctx.clock.now())) return present(ctx, before);
  const ask = (): Promise<TrackedRefund | null> => askOrWait(ctx, of, options);
  // Tabs that show the same refund become due at the same moment. A poll that takes too long is not joined.
  const isShared = !options.isWanted && isDue(before, ctx.clock.now());
  const checking = isShared
    ? shareRefundLookup(ctx, `due:${refundId}`, ask, { joinMs: WAIT_FOR_CHECK_MS })
    : ask();
  const seen = (await checking) ?? before;
  // The poll that found the failure may have found its late payment too, which only an intent stores.
  return !seen.isMadeHere && mayBePaidLate(seen) ? lookUpLateSuccess(ctx, seen) : present(ctx, seen);
}

function mayBePaidLate({ status, wasPaidLate }: TrackedRefund): boolean {
  return status === "FAILURE" && !wasPaidLate;
}

async function askOrWait(
  ctx: Ctx,
  of: RefundAtService,
  options: { isWanted: boolean },
): Promise<TrackedRefund | null> {
  const hasEnded = await within(WAIT_FOR_CHECK_MS, checkRefund(ctx, of, options), ctx);
  return hasEnded ? checkNow(ctx, of) : findTracked(ctx.pool, of);
}

/**
 * The table's row after the current poll, by a job or another page, has finished: with the earlier row the page would
 * show a final status one poll late. The wait is short; a slow poll continues in the background.
 */
async function checkNow(ctx: Ctx, of: RefundAtService): Promise<TrackedRefund | null> {
  const until = performance.now() + WAIT_FOR_OTHERS_MS;
  for (;;) {
    const seen = await findTracked(ctx.pool, of);
    const isBeingPolled = (seen?.claimLeftMs ?? 0) > 0;
    if (!isBeingPolled || performance.now() >= until) return seen;
    await sleep(POLL_AGAIN_MS);
  }
}

/** The dashboard sees this refund for the first time. */
async function firstLook(ctx: Ctx, refundId: string): Promise<RefundLookup> {
  const response = await ctx.routing.refundStatus(refundId);
  const checkedAt = ctx.clock.now().toISOString();
  if (response.kind === "answered") return present(ctx, await followed(ctx, response.value));
  if (response.kind === "refused" && response.refusal.kind === "not_found") {
    return { kind: "not_found", refundId, checkedAt };
  }
  return { kind: "service_error", refundId, serviceError: serviceErrorOf(response), checkedAt };
}

async function followed(ctx: Ctx, record: RefundRecord): Promise<TrackedRefund> {
  const refund = await trackOutsideRefund(ctx, record);
  const of = { serviceAddress: refund.serviceAddress, refundId: refund.refundId };
  // The table's row names the requester, in case the refund was matched to an intent at this very moment.
  const stored = (await findTracked(ctx.pool, of)) ?? refund;
  return { ...stored, wasPaidLate: stored.wasPaidLate || refund.wasPaidLate };
}

/**
 * A failed refund is polled no more, and may have been paid since: each view reads it from the service, for all viewers
 * at once (decision 0213). One made here stores that on its intent.
 */
function lookUpLateSuccess(ctx: Ctx, refund: TrackedRefund): Promise<RefundLookup> {
  const late = (): Promise<RefundLookup> => findLateSuccess(ctx, refund);
  return shareRefundLookup(ctx, `late:${refund.refundId}`, late, { keepMs: FIRST_LOOK_SERVES_MS });
}

async function findLateSuccess(ctx: Ctx, refund: TrackedRefund): Promise<RefundLookup> {
  const { serviceAddress, refundId, isMadeHere } = refund;
  const response = await ctx.routing.refundStatus(refundId);
  if (response.kind !== "answered") return present(ctx, refund, refundFetchErrorOf(response));
  const at = ctx.clock.now();
  const wasPaidLate = isPaidAfterFailure(response.value);
  if (wasPaidLate && isMadeHere)
    await recordLateSuccess(ctx.pool, { serviceAddress, refundIds: [refundId], at });
  return present(ctx, { ...refund, wasPaidLate, checkedAt: at }, null);
}

function isDue({ nextCheckAt, fetchedAt }: TrackedRefund, at: Date): boolean {
  if (nextCheckAt === null) return false;
  return nextCheckAt <= at || fetchedAt.getTime() > at.getTime() + CLOCKS_DIFFER_MS;
}

/** Returns whether the viewer was recorded, which may have made the next poll earlier. */
async function watch(ctx: Ctx, of: RefundAtService, refund: TrackedRefund): Promise<boolean> {
  if (refund.completedAt !== null) return false;
  const at = ctx.clock.now();
  const atMs = at.getTime();
  // Renewed at half its time, so that a hundred tabs do not cause a hundred updates a second.
  if (refund.watchedUntil !== null && refund.watchedUntil.getTime() > atMs + WATCHED_FOR_MS / 2) return false;
  const delayMs = nextCheckDelayMs({
    ageMs: atMs - refund.requestedAt.getTime(),
    isWatched: true,
    pending: 0,
  });
  await recordViewed(ctx.pool, of, {
    at: new Date(atMs + WATCHED_FOR_MS / 2),
    until: new Date(atMs + WATCHED_FOR_MS),
    nextCheckAt: new Date(refund.fetchedAt.getTime() + delayMs),
  });
  return true;
}

/**
 * Waits for a poll up to a limit and returns whether it has finished; an error of the poll is logged, and the table
 * keeps the last known status.
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

function present(
  ctx: Ctx,
  refund: TrackedRefund,
  serviceError: RefundFetchError | null = serviceErrorOfRefund(refund),
): RefundLookup {
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
      failure: null,
    },
    checkedAt: refund.checkedAt.toISOString(),
    nextCheckAt: refund.nextCheckAt?.toISOString() ?? null,
    serviceError,
    now: ctx.clock.now().toISOString(),
  };
}

function serviceErrorOfRefund({ serviceError, retryAfterSeconds }: TrackedRefund): RefundFetchError | null {
  switch (serviceError) {
    case null:
      return null;
    case "busy":
      return { kind: "busy", retryAfterSeconds: retryAfterSeconds ?? 0 };
    case "unavailable":
    case "key_refused":
    case "not_found":
      return { kind: serviceError };
  }
}
