import type { DemoDashboard, DemoPayment, DemoService, DemoTime, PlannedPayment } from "./contract";
import { DEMO_DAYS, planPayments } from "./plan";
import type { Progress } from "./progress";
import { DemoRandom } from "./random";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The newest payment is as old as the slowest customer, so that nothing happens in the future. */
const NEWEST_MS = 12 * MINUTE_MS;
const WEBHOOKS_FOR_MS = 50 * HOUR_MS;
const PAUSED_FOR_MS = 40 * HOUR_MS;
const LIFETIME_MS = DAY_MS;
/** The newest payments wait for their customers: the first since the pause before the end, the others longer. */
const STUCK = 6;
const STUCK_EVERY_MS = 80 * MINUTE_MS;

/** The share of the whole that the staff's work on a part of the time is shown as. */
export const WORK_SHARE = 0.12;

/** The second merchant account (decision 0300): its payments for each of the first one, and a plan of its own. */
export const ELSEWHERE_SHARE = 0.08;
const ELSEWHERE = "Monsoon Books";
const ELSEWHERE_SEED = 20_260_102;
const STUCK_ELSEWHERE = 2;

/**
 * A half year until `end`, part by part: the payments of a part first, then what the staff did with them, so that each
 * change of the rules comes between the payments before and after it.
 */
export async function fillHalfYear(
  {
    service,
    dashboard,
    time,
    random,
    progress,
  }: {
    service: DemoService;
    dashboard: DemoDashboard;
    time: DemoTime;
    random: DemoRandom;
    progress: Progress;
  },
  count: number,
  end: Date,
): Promise<void> {
  const before = (ms: number): Date => new Date(end.getTime() - ms);
  const plan = planPayments(count, before(NEWEST_MS), random).map((one, index) =>
    asOfNow(one, count - 1 - index, end),
  );
  const elsewhere = planElsewhere(Math.round(count * ELSEWHERE_SHARE), before(NEWEST_MS), end);
  const within = (all: PlannedPayment[], from: Date | null, until: Date | null): PlannedPayment[] =>
    all.filter(({ at }) => (from === null || at >= from) && (until === null || at < until));
  const between = (from: Date | null, until: Date | null): PlannedPayment[] => within(plan, from, until);
  const createElsewhere = (from: Date | null, until: Date | null): Promise<DemoPayment[]> =>
    service.createPayments(within(elsewhere, from, until), onPayment, ELSEWHERE);
  const share = Math.round(count * WORK_SHARE);
  const onPayment = (): void => progress.add(1);

  progress.name("people and rules");
  await dashboard.begin();
  await dashboard.addAccount(await service.addMerchant(ELSEWHERE));
  const withWebhooksFrom = before(WEBHOOKS_FOR_MS);
  let from: Date | null = null;
  let last: DemoPayment[] = [];
  let lastElsewhere: DemoPayment[] = [];
  for (const until of [
    before(DEMO_DAYS * 0.7 * DAY_MS),
    before(DEMO_DAYS * 0.3 * DAY_MS),
    withWebhooksFrom,
  ]) {
    progress.name("payments");
    last = await service.createPayments(between(from, until), onPayment);
    lastElsewhere = await createElsewhere(from, until);
    progress.name("work of the staff");
    let shown = 0;
    await dashboard.work(last, lastElsewhere, until, (done) => {
      progress.add(Math.floor(done * share) - shown);
      shown = Math.floor(done * share);
    });
    await dashboard.changeRules();
    from = until;
  }

  progress.name("webhooks");
  await dashboard.addWebhooks();
  const pausedAt = before(PAUSED_FOR_MS);
  await service.createWithWebhooks(between(withWebhooksFrom, pausedAt), onPayment);
  time.moveTo(pausedAt);
  await dashboard.pauseWebhook();
  progress.name("open work");
  await dashboard.leaveOpenWork(last.slice(-OPEN_WORK_AMONG), lastElsewhere);
  progress.name("webhooks");
  await service.createWithWebhooks(between(pausedAt, null), onPayment);
  await createElsewhere(withWebhooksFrom, null);

  progress.name("sums");
  await service.finish();
  await dashboard.finish();
}

const OPEN_WORK_AMONG = 400;

/** Nobody cancels what waits there, so only the newest do. */
function planElsewhere(count: number, newest: Date, end: Date): PlannedPayment[] {
  return planPayments(count, newest, new DemoRandom(ELSEWHERE_SEED)).map((one, index) => {
    const isOpen = one.fate === "open" || one.fate === "not_opened";
    const planned: PlannedPayment = {
      ...one,
      reference: one.reference.replace("SO-", "MB-"),
      currency: "INR",
      fate: isOpen ? "left" : one.fate,
    };
    return asOfNow(planned, count - 1 - index + STUCK - STUCK_ELSEWHERE, end);
  });
}

/** What would end in the future is open now, and so are the newest, however few payments there are. */
function asOfNow(planned: PlannedPayment, newer: number, end: Date): PlannedPayment {
  if (newer < STUCK)
    return { ...planned, at: new Date(end.getTime() - (newer + 1) * STUCK_EVERY_MS), fate: "open" };
  const ageMs = end.getTime() - planned.at.getTime();
  const wouldExpire = planned.fate === "expired" && ageMs < LIFETIME_MS + HOUR_MS;
  return wouldExpire ? { ...planned, fate: "open" } : planned;
}
