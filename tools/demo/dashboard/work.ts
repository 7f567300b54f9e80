import type { DemoPayment } from "@/tools/demo/contract";
import { createBulkRun } from "@/server/dashboard/bulk/commands/create-bulk-run";
import { startBulkRun } from "@/server/dashboard/bulk/commands/start-bulk-run";
import { checkBulkRun } from "@/server/dashboard/bulk/jobs/check-bulk-run";
import { continueBulkRun } from "@/server/dashboard/bulk/jobs/continue-bulk-run";
import { findBulkRun } from "@/server/dashboard/bulk/queries/find-bulk-run";
import { listBulkRows } from "@/server/dashboard/bulk/queries/list-bulk-rows";
import { formatPaise } from "@/lib/money";
import { cancelPayment } from "@/server/dashboard/payments/commands/cancel-payment";
import { revealContact } from "@/server/dashboard/payments/commands/reveal-contact";
import { refundWholly, settleRefund } from "./refund-work";
import { type Desk, expectKind } from "./staff";

const HOUR_MS = 60 * 60_000;
const STUCK_FOR_MS = 50 * 60_000;
/** The shares of payments that are refunded, and whose customer's contact somebody looks up. */
const REFUNDED = 0.012;
const REVEALED = 0.004;
const BULK_ROWS = 12;
const MOST_TURNS = 100;

type Step = { at: Date; act: () => Promise<void> };

/** What the staff does with these payments until a time, and `others` does, in the order of that time. */
export async function workOn(
  desk: Desk,
  payments: readonly DemoPayment[],
  until: Date,
  onDone: (share: number) => void,
  others: readonly Step[],
): Promise<void> {
  const steps = [
    ...others,
    ...payments.flatMap((payment) => stepsOf(desk, payment)),
    ...bulkSteps(desk, payments, until),
  ]
    .filter(({ at }) => at < until)
    .sort((one, other) => one.at.getTime() - other.at.getTime());
  let done = 0;
  for (const { at, act } of steps) {
    desk.time.moveTo(at);
    await act();
    done += 1;
    onDone(done / steps.length);
  }
  desk.time.moveTo(until);
}

function stepsOf(desk: Desk, payment: DemoPayment): Step[] {
  const { random, staff } = desk;
  const after = (hours: number): Date => new Date(payment.at.getTime() + hours * HOUR_MS);
  if (payment.fate === "open") {
    const by = staff.as("ops", random.whole(0, 1));
    const { reference, transactionId } = payment;
    const at = new Date(payment.at.getTime() + STUCK_FOR_MS);
    return [
      {
        at,
        act: async () => void expectKind(await cancelPayment(by, { reference, transactionId }), "cancelled"),
      },
    ];
  }
  if (payment.fate !== "paid") return [];
  const steps: Step[] = [];
  if (random.chance(REFUNDED)) {
    steps.push({ at: after(random.whole(2, 120)), act: () => refundWholly(desk, payment) });
  }
  if (random.chance(REVEALED)) {
    const by = staff.as("support", random.whole(0, 2));
    const { transactionId } = payment;
    steps.push({
      at: after(random.whole(1, 48)),
      act: async () => void expectKind(await revealContact(by, { transactionId }), "revealed"),
    });
  }
  return steps;
}

/** One file of refunds near the end of the time: a few rows of it cannot be done. */
function bulkSteps(desk: Desk, payments: readonly DemoPayment[], until: Date): Step[] {
  const at = new Date(until.getTime() - 4 * HOUR_MS);
  const paid = payments.filter(({ fate, at: paidAt }) => fate === "paid" && paidAt < at).slice(-BULK_ROWS);
  return paid.length < BULK_ROWS ? [] : [{ at, act: () => runBulk(desk, paid) }];
}

async function runBulk(desk: Desk, paid: readonly DemoPayment[]): Promise<void> {
  const { services, staff, time } = desk;
  const by = staff.as("admin");
  const rows = paid.map(
    ({ reference, amountPaise }) => `${reference},${formatPaise((amountPaise / 500n) * 100n)}`,
  );
  const text = ["reference,amount", ...rows, "SO-NOT-OURS,10.00", `${paid[0]?.reference ?? ""},many`].join(
    "\n",
  );
  const bytes = new TextEncoder().encode(text);
  const created = await createBulkRun(by, { kind: "refund", fileName: "delivery-delays.csv", bytes });
  const { runId } = expectKind(created, "created");
  await untilNotIn("checking", async () => {
    await checkBulkRun(services, runId);
  });
  const { run, sign } = await page();
  const totals = Object.fromEntries(run.totals.map(({ currency, amount }) => [currency, amount]));
  const start = { runId, count: String(run.counts.ready), totals, isApprovalExpected: false, sign };
  expectKind(await startBulkRun(by, start), "started");
  await untilNotIn("running", async () => {
    await continueBulkRun(services, runId);
    time.advance(5_000);
  });
  const sent = await listBulkRows(by, { runId, state: null, after: 0 });
  for (const { refundId } of sent.rows) if (refundId !== null) await settleRefund(desk, refundId);

  async function page() {
    const found = await findBulkRun(by, runId);
    if (found === null) throw new Error("the demo's run is missing");
    return found;
  }
  async function untilNotIn(state: string, turn: () => Promise<void>): Promise<void> {
    for (let turns = 0; turns < MOST_TURNS && (await page()).run.state === state; turns += 1) await turn();
  }
}
