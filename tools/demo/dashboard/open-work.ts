import type { DemoPayment } from "@/tools/demo/contract";
import { askRefund, lookAt } from "./refund-work";
import { type Desk, expectKind } from "./staff";
import { leaveTeamWork } from "./team-work";
import { verifyAuditLog } from "@/server/dashboard/audit/commands/verify-audit-log";
import { verifyAudit } from "@/server/dashboard/audit/jobs/verify-audit";
import { latestVerification } from "@/server/dashboard/audit/store/audit-verifications";
import { listIntentsOfPayment } from "@/server/dashboard/refunds/store";
import { deactivatePerson } from "@/server/dashboard/people/commands/set-person-active";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const LARGE_PAISE = 2_000_000n;
const WAITING = 3;
const AT_THE_BANK = 2;
/** Longer than the service replays a response: the dashboard cannot find out by itself what became of the refund. */
const UNKNOWN_FOR_MS = 30 * HOUR_MS;
const BANK_TAKES_MS = 3 * DAY_MS;

/** Leaves a desk with work on it. The last payments are given; the time is about two days before the end. */
export async function leaveOpenWork(desk: Desk, payments: readonly DemoPayment[]): Promise<void> {
  const { staff, behind, services, time } = desk;
  const paid = await notRefunded(
    desk,
    payments.filter(({ fate, currency }) => fate === "paid" && currency === "INR"),
  );
  const small = paid.filter(({ amountPaise }) => amountPaise < 1_000_000n);
  const [lost, ...others] = small;
  const end = services.clock.now().getTime();
  if (lost === undefined) return;

  // Else the page of people says that nobody has been here for half a year.
  await staff.signInAgain((ms) => time.advance(ms));
  behind.loseNextRequest("/v1/route/refund-initiate");
  expectKind(await askRefund(desk, staff.as("finance"), lost), "unknown");
  await deactivateOne(desk);
  await verifyWhole(desk);
  time.moveTo(new Date(end + UNKNOWN_FOR_MS));

  await leaveTeamWork(desk, others.slice(AT_THE_BANK));
  behind.setRefundMs(BANK_TAKES_MS);
  for (const payment of others.slice(0, AT_THE_BANK)) {
    const asked = expectKind(await askRefund(desk, staff.as("finance", 1), payment), "accepted");
    await behind.advanceRefund(asked.refundId);
    await lookAt(services, asked.refundId);
  }
  for (const payment of paid.filter(({ amountPaise }) => amountPaise >= LARGE_PAISE).slice(0, WAITING)) {
    expectKind(await askRefund(desk, staff.as("finance", 1), payment), "awaiting_approval", "accepted");
    time.advance(20 * 60_000);
  }
}

/** Those of which all is left, so that any amount of them can be refunded. */
async function notRefunded(
  { services }: Desk,
  payments: readonly DemoPayment[],
): Promise<readonly DemoPayment[]> {
  const refunds = await Promise.all(
    payments.map(({ transactionId }) => listIntentsOfPayment(services.pool, transactionId)),
  );
  return payments.filter((_, index) => refunds[index]?.length === 0);
}

/** One of the team has left. */
async function deactivateOne({ staff }: Desk): Promise<void> {
  const { userId } = staff.as("support", 2).actor;
  expectKind(await deactivatePerson(staff.as("admin"), userId), "done");
}

/** Has the audit log verified, as the screen does. */
async function verifyWhole({ staff, services }: Desk): Promise<void> {
  expectKind(await verifyAuditLog(staff.as("admin"), "all"), "started");
  const latest = await latestVerification(services.pool);
  if (latest !== null) await verifyAudit(services, latest.id);
}
