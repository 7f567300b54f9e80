import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type FirstChoice,
  firstChoiceNow,
  firstChoiceThen,
  isSameChoice,
  type Tally,
  tally,
} from "../../domain/rules/replay";
import { route } from "../../domain/rules/route";
import { listRoutedPayments, type RoutedPayment } from "../../store/payments/routed-payments";
import { NO_SHARES } from "../../domain/success-rate/shares";
import type { Deps } from "../deps";
import { sharesOfRules } from "../success-rate/shares-now";
import { chosenRules, type RuleChoice } from "./find-rules";
import { rulesThatFollow, sha256Scatter } from "./route-payment";

export type ReplayedPayment = { payment: RoutedPayment; then: FirstChoice; now: FirstChoice };

/**
 * The position of a page: the newest payment of the replay, fixed while new ones arrive, and the last payment returned.
 */
export type ReplayCursor = { newestId: string; afterId: string };

type Replay = {
  version: number | null;
  replayed: number;
  movedCount: number;
  gateways: Tally[];
  rules: Tally[];
  /** A page of the payments that would use another gateway, newest first. */
  moved: ReplayedPayment[];
  next: ReplayCursor | null;
};

/**
 * Evaluating a thousand payments against a hundred rules is slow; between batches the event loop serves other requests.
 */
const PAYMENTS_PER_BATCH = 10;

/**
 * Evaluates the merchant's last `count` payments against the chosen rules, each as of its own time and regardless of
 * the gateways' health. Rules that follow success rates are evaluated with the rates of now. Changes nothing; null when the merchant has no such version.
 */
export async function replayRules(
  deps: Deps,
  merchantId: number,
  choice: RuleChoice,
  page: { count: number; limit: number; cursor: ReplayCursor | null },
): Promise<Replay | null> {
  const ruleSet = await chosenRules(deps, merchantId, choice);
  if (ruleSet === null) return null;
  const following = rulesThatFollow(ruleSet);
  const sharesOf =
    following.length > 0 ? await sharesOfRules(deps, deps.pool, merchantId, following) : NO_SHARES;
  const payments = await listRoutedPayments(deps.history, merchantId, {
    upToId: page.cursor?.newestId ?? null,
    limit: page.count,
  });

  const replayed: ReplayedPayment[] = [];
  for (const payment of payments) {
    // The candidate rules of a trial decided it, not those in force then.
    const part = payment.decision.experiment;
    if (part?.phase === "trial" && part.arm === "candidate") continue;
    const moment = { at: payment.createdAt, scatter: sha256Scatter, sharesOf };
    const now = firstChoiceNow(route(ruleSet, payment.facts, moment).matching);
    replayed.push({ payment, then: firstChoiceThen(payment.decision), now });
    if (replayed.length % PAYMENTS_PER_BATCH === 0) await nextTurn();
  }

  const afterId = page.cursor?.afterId ?? null;
  const moved = replayed.filter(({ then, now }) => !isSameChoice(then, now));
  const rest = moved.filter(({ payment }) => afterId === null || payment.id < afterId);
  const shown = rest.slice(0, page.limit);
  const newestId = payments[0]?.id;
  const lastId = shown.at(-1)?.payment.id;
  const hasMore = rest.length > shown.length && newestId !== undefined && lastId !== undefined;
  return {
    version: ruleSet.version,
    replayed: replayed.length,
    movedCount: moved.length,
    gateways: tally("gateway", replayed),
    rules: tally("ruleId", replayed),
    moved: shown,
    next: hasMore ? { newestId, afterId: lastId } : null,
  };
}
