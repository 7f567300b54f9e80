import { randomUUID } from "node:crypto";
import { formatPaise } from "@/lib/money";
import type { DemoPayment } from "@/tools/demo/contract";
import type { Accounts } from "@/server/dashboard/accounts/accounts";
import { addAccount } from "@/server/dashboard/accounts/commands/add-account";
import { addMember } from "@/server/dashboard/accounts/commands/add-member";
import { inviteToAccount } from "@/server/dashboard/accounts/commands/invite-to-account";
import { setApprovalRule } from "@/server/dashboard/approvals/commands/set-approval-rule";
import type { PresetRole } from "@/lib/can";
import type { Ctx } from "@/server/dashboard/context";
import { requestRefund } from "@/server/dashboard/refunds/commands/request-refund";
import { trackRefund } from "@/server/dashboard/refunds/jobs/track-refund";
import type { Services } from "@/server/dashboard/runtime";
import { type Desk, expectKind } from "./staff";

/** The second merchant account of the demo (decision 0300). */
const ACCOUNT = { name: "Monsoon Books", slug: "monsoon-books", colour: "green" } as const;
/** Whose role here differs from the one in the first account shows that roles belong to an account. */
const MEMBERS: readonly { email: string; role: PresetRole }[] = [
  { email: "finance@example.com", role: "finance" },
  { email: "support@example.com", role: "support" },
  { email: "asha.rao@example.com", role: "admin" },
  { email: "meera.iyer@example.com", role: "finance" },
];
const ONLY_HERE = { name: "Leela Bose", email: "leela.bose@example.com", role: "support" };
const THRESHOLD = "15000.00";
const THRESHOLD_PAISE = 1_500_000n;
const REFUNDED_EVERY = 40;
const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;

export type Elsewhere = {
  services: Services;
  /** Somebody of the account, with their role in it and a new request. */
  as: (email: string, role: PresetRole) => Ctx;
};

/** Adds the account, by the admin of the first one, with its people and its threshold. */
export async function openElsewhere(
  { services: home, staff }: Desk,
  accounts: Accounts<Services>,
  merchant: { baseUrl: string; apiKey: string; salt: string },
): Promise<Elsewhere> {
  const admin = staff.as("admin");
  expectKind(await addAccount(admin, { ...ACCOUNT, ...merchant, isOtherMerchant: false }, accounts), "added");
  const services = await accounts.find(ACCOUNT.slug);
  if (services === null) throw new Error("the second account of the demo is missing");
  const as = (email: string, role: PresetRole): Ctx => {
    const { actor } = staff.of(email);
    return { ...services, actor: { ...actor, role }, requestId: randomUUID() };
  };
  const there = () => as(admin.actor.email, "admin");
  for (const member of MEMBERS) expectKind(await addMember(there(), member, home.pool), "added");
  const invited = await inviteToAccount(staff.as("admin"), { ...ONLY_HERE, account: ACCOUNT.slug }, accounts);
  await staff.accept(expectKind(invited, "link").path, ONLY_HERE.name);
  const rule = { role: "finance", currency: "INR", threshold: THRESHOLD, lifetimeMinutes: "10080" };
  expectKind(await setApprovalRule(there(), rule), "saved");
  return { services, as };
}

/** The refunds of these payments, as steps at their times. */
export function stepsElsewhere(
  { behind, time }: Desk,
  { services, as }: Elsewhere,
  payments: readonly DemoPayment[],
): { at: Date; act: () => Promise<void> }[] {
  return payments
    .filter(({ fate, amountPaise }) => fate === "paid" && amountPaise < THRESHOLD_PAISE)
    .filter((_, index) => index % REFUNDED_EVERY === REFUNDED_EVERY - 1)
    .map((payment) => ({
      at: new Date(payment.at.getTime() + 30 * HOUR_MS),
      act: async () => {
        const by = as("finance@example.com", "finance");
        const { refundId } = expectKind(await ask(by, payment), "accepted");
        await behind.advanceRefund(refundId, ACCOUNT.name);
        time.advance(3 * MINUTE_MS);
        await behind.advanceRefund(refundId, ACCOUNT.name);
        await trackRefund(services, { serviceAddress: services.routing.serviceAddress, refundId });
      },
    }));
}

/** A refund that waits for approval, for the page of all accounts. */
export async function leaveOpenElsewhere({ as }: Elsewhere, payments: readonly DemoPayment[]): Promise<void> {
  const large = payments.find(({ fate, amountPaise }) => fate === "paid" && amountPaise > THRESHOLD_PAISE);
  if (large !== undefined)
    expectKind(await ask(as("meera.iyer@example.com", "finance"), large), "awaiting_approval");
}

function ask(
  by: Ctx,
  { reference, transactionId, amountPaise }: DemoPayment,
): ReturnType<typeof requestRefund> {
  return requestRefund(by, {
    intentId: randomUUID(),
    reference,
    transactionId,
    amount: formatPaise(amountPaise),
    reason: "Goods returned",
    isApprovalExpected: false,
  });
}
