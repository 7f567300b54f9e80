import { type Db, isDatabaseOutage, sqlState } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import {
  ALL_PAYMENTS,
  parentOf,
  readSegment,
  segmentsOf,
  segmentsTo,
} from "../../domain/success-rate/segment";
import { averageAmountIn, countOutcome, knownOf, type Statistics } from "../../domain/success-rate/counted";
import { meanOf } from "../../domain/success-rate/estimate";
import { movedShares, type SegmentShares, wantedShares } from "../../domain/success-rate/shares";
import { DEFAULT_STATISTICS } from "../../domain/success-rate/statistics";
import { type FeeList, feeRateIn } from "../../domain/gateways/fee";
import type { SuccessRateTarget } from "../../domain/rules/rule";
import { listFees } from "../../store/gateways/gateway-fees";
import { findStatistics, lockCounting, saveStatistics } from "../../store/success-rate/gateway-statistics";
import { type PaymentOutcome, takeOutcomes } from "../../store/success-rate/payment-outcomes";
import {
  countShares,
  deleteSharesExcept,
  findShares,
  findStaleFailing,
  saveShares,
  type StoredShares,
} from "../../store/success-rate/success-rate-shares";
import { candidateRuleId } from "../../domain/experiments/experiment";
import type { Deps } from "../deps";
import { ExperimentCount } from "../experiments/count-results";
import { rulesInForce } from "../rules/route-payment";
import { GainCount } from "./count-gains";

const MOST_AT_ONCE = 2_000;
const MINUTE_MS = 60_000;
const MOST_OUTCOMES_SHOWN = 1_000_000;
/**
 * The most shares of one merchant, one for each rule and segment: every process has them in memory. Payments of further
 * segments follow the coarser one's. A merchant that sends random names of banks would have any number.
 */
const MOST_SHARES = 5_000;

/**
 * Counts the outcomes that wait, and moves the shares of the rules that follow them. One transaction: run twice, or
 * killed at any moment, it counts each outcome once. True when more are waiting.
 */
export async function countOutcomes(deps: Deps): Promise<boolean> {
  return inTransaction(deps.pool, async (db) => {
    if (!(await lockCounting(db))) return false;
    const now = deps.clock.now();
    const { mayBeMore, unreadable, outcomes } = await takeOutcomes(db, { now, limit: MOST_AT_ONCE });
    if (unreadable > 0) deps.logger.error({ unreadable }, "outcomes of payments could not be read");
    const byMerchant = new Map<number, PaymentOutcome[]>();
    for (const outcome of outcomes) {
      byMerchant.set(outcome.merchantId, [...(byMerchant.get(outcome.merchantId) ?? []), outcome]);
    }
    // A failing gateway that nobody hears of gets another chance after a while.
    const stale = await findStaleFailing(db, new Date(now.getTime() - MINUTE_MS));
    for (const merchantId of new Set([...byMerchant.keys(), ...stale])) {
      await db.query("savepoint merchant");
      try {
        await countMerchant(deps, db, merchantId, byMerchant.get(merchantId) ?? [], {
          now,
          isStale: stale.includes(merchantId),
        });
      } catch (error) {
        // The other merchants' outcomes count all the same; anything but its own data is no fault of this merchant.
        if (isDatabaseOutage(error) || (sqlState(error) !== null && !isFaultOfData(error))) throw error;
        await db.query("rollback to savepoint merchant");
        deps.logger.error({ err: error, merchantId }, "a merchant's outcomes could not be counted");
      }
    }
    return mayBeMore;
  });
}

/** A number that is too large, or a row that another one forbids: repeated, it fails again. */
function isFaultOfData(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error) ?? "");
}

async function countMerchant(
  deps: Deps,
  db: Db,
  merchantId: number,
  outcomes: readonly PaymentOutcome[],
  { now, isStale }: { now: Date; isStale: boolean },
): Promise<void> {
  const ended = outcomes.map((outcome) => ({
    ...outcome,
    segments: segmentsOf(outcome.facts),
    amountPaise: outcome.facts.amountPaise,
  }));
  const counted = ended.filter(countsForItsGateway);
  const touched = [...new Set(counted.flatMap(({ segments }) => segments))];
  // A shadow expects rates of other gateways, also for payments that count for none.
  const expecting = ended.filter(({ experiment }) => experiment?.part.phase === "shadow");
  const known = new Set([...touched, ...expecting.flatMap(({ segments }) => segments)]);
  const statistics = await findStatistics(db, merchantId, [...known]);
  let hasTurned = false;
  const experiments = new ExperimentCount();
  const gains = new GainCount();
  for (const outcome of ended) {
    experiments.add(outcome, statistics);
    gains.add(outcome);
    if (countsForItsGateway(outcome) && countOutcome(statistics, outcome, DEFAULT_STATISTICS))
      hasTurned = true;
  }
  if (touched.length > 0) {
    const changed = new Set(touched);
    await saveStatistics(
      db,
      merchantId,
      new Map([...statistics].filter(([segment]) => changed.has(segment))),
    );
  }
  await experiments.save(deps, db, merchantId);
  await gains.save(db, merchantId);

  const rules = await followingRules(deps, db, merchantId);
  if (rules === null) return;
  if (rules.length === 0 && !isStale) return;
  // A gateway that turned for the worse or the better changes every segment, not only those of these payments.
  const earlier = await findShares(db, merchantId, hasTurned || isStale ? null : touched);
  // Nobody counts the shares of a rule that is gone: a failing gateway in them would be stale forever.
  const ruleIds = rules.map(({ id }) => id);
  if (isStale) await deleteSharesExcept(db, merchantId, ruleIds);
  const segments = [...new Set([...touched, ...earlier.map(({ segment }) => segment)])];
  const missing = segments.flatMap(segmentsTo).filter((segment) => !statistics.has(segment));
  for (const [segment, gateways] of await findStatistics(db, merchantId, missing)) {
    statistics.set(segment, gateways);
  }
  const fees = await listFees(db, merchantId);
  const before = new Map(earlier.map((shares) => [`${shares.ruleId} ${shares.segment}`, shares]));
  // Coarse segments first: a segment without shares starts from those of the one above it.
  segments.sort((a, b) => a.length - b.length);
  let room: number | null = null;
  const saved: StoredShares[] = [];
  for (const { id, target } of rules) {
    for (const segment of segments) {
      const parent = parentOf(segment);
      const own = before.get(`${id} ${segment}`);
      if (own === undefined) {
        room ??= await roomForShares(db, merchantId, ruleIds);
        // The shares of all payments are always saved: without any, a rule would send a failing gateway as many
        // payments as the others.
        if (room <= 0 && segment !== ALL_PAYMENTS) continue;
        room -= 1;
      }
      const from = own ?? (parent === null ? null : before.get(`${id} ${parent}`)) ?? null;
      const shares = { ruleId: id, ...sharesIn({ statistics, fees }, segment, target, from, now) };
      before.set(`${id} ${segment}`, shares);
      saved.push(shares);
    }
  }
  await saveShares(db, merchantId, saved);
}

/** Where there is none left, the shares of rules and experiments that are gone make some. */
async function roomForShares(db: Db, merchantId: number, ruleIds: readonly string[]): Promise<number> {
  const room = MOST_SHARES - (await countShares(db, merchantId, MOST_SHARES));
  if (room > 0) return room;
  await deleteSharesExcept(db, merchantId, ruleIds);
  return MOST_SHARES - (await countShares(db, merchantId, MOST_SHARES));
}

/**
 * Paid by then or not: whatever the reason was. It is known of some gateways only later, and to leave those out whose reason is
 * known would favour one that tells it early. A cancel says nothing of its gateway, nor does a payment for which none was asked.
 */
function countsForItsGateway<T extends PaymentOutcome>(outcome: T): outcome is T & { gateway: string } {
  return outcome.gateway !== null && !outcome.isCancelled;
}

/**
 * The merchant's rules that follow success rates, those of an open experiment among them. Null for rules that cannot be
 * read, which must not keep outcomes from being counted.
 */
async function followingRules(
  deps: Deps,
  db: Db,
  merchantId: number,
): Promise<{ id: string; target: SuccessRateTarget }[] | null> {
  try {
    const { rules, experiment } = await rulesInForce(deps, db, merchantId);
    const candidate = (experiment?.rules ?? []).map((rule) => ({
      ...rule,
      id: candidateRuleId(experiment?.id ?? 0, rule.id),
    }));
    return [...rules, ...candidate].flatMap(({ id, target }) =>
      target.kind === "success_rate" ? [{ id, target }] : [],
    );
  } catch (error) {
    if (sqlState(error) !== null) throw error;
    deps.logger.error({ err: error, merchantId }, "the routing rules could not be read");
    return null;
  }
}

/** The shares of a target's gateways in a segment, moved from the earlier ones by as much as its cap allows. */
function sharesIn(
  { statistics, fees }: { statistics: Statistics; fees: readonly FeeList[] },
  segment: string,
  target: SuccessRateTarget,
  earlier: SegmentShares | null,
  now: Date,
): SegmentShares {
  const { gateways, floor, shiftPerMinute, costWithin } = target;
  const known = knownOf(statistics, segmentsTo(segment), gateways, now, DEFAULT_STATISTICS);
  const average = averageAmountIn(statistics, segment);
  const feeRates = gateways.map((gateway) => {
    const list = fees.find((one) => one.gateway === gateway);
    return feeRateIn(list?.fees ?? [], readSegment(segment), average);
  });
  const wanted = wantedShares(
    known.map((one, index) => ({
      ...one,
      gateway: gateways[index] ?? "",
      feeRate: feeRates[index] ?? null,
    })),
    { floor, costWithin },
  );
  const minutes = earlier === null ? 0 : Math.max(0, now.getTime() - earlier.at.getTime()) / MINUTE_MS;
  const from = gateways.map((gateway) =>
    earlier === null
      ? 1 / gateways.length
      : (earlier.gateways.find((one) => one.gateway === gateway)?.share ?? 0),
  );
  const moved = movedShares(from, wanted, {
    most: shiftPerMinute * minutes,
    failing: known.map(({ isFailing }) => isFailing),
  });
  return {
    segment,
    at: now,
    costWithin,
    gateways: known.map(({ belief, isFailing }, index) => {
      const own = statistics.get(segment)?.get(gateways[index] ?? "");
      return {
        gateway: gateways[index] ?? "",
        share: moved[index] ?? 0,
        rate: meanOf(belief),
        outcomes: Math.min(MOST_OUTCOMES_SHOWN, Math.round((own?.successes ?? 0) + (own?.failures ?? 0))),
        isFailing,
        feeRate: feeRates[index] ?? null,
      };
    }),
  };
}
