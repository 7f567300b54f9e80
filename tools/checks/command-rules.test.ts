import { expect, test } from "vitest";
import { commandsOf, functionsOf, readCommands } from "./command-rules";

/** Commands that check no permission of their own, and why. The list only shrinks. */
const WITHOUT_PERMISSION: Record<string, string> = {
  "gateways/writeAccountRequest": "a step of the commands that request an account, which have checked it",
  "payments/rememberCreation": "a step of createPayment, which checks it",
  "payments/shareCreation": "a step of createPayment, which has checked it",
  "payments/storeCancelOutcome": "stores the response to a call that a command has checked",
  "payments/storeCreation": "stores the response to a call that createPayment has checked",
  "reconciliation/leaveQueue": "a step of the commands on findings, which have checked it",
  "refunds/checkReason": "compares a reason with the list, for a command that has checked it",
  "refunds/verifyNotSent": "asks the service, for resolveUnknownRefund, which has checked it",
  "refunds/verifyRefundId": "asks the service, for resolveUnknownRefund, which has checked it",
  "refunds/withReason": "reads a reason, for a command that has checked it",
};

/** Commands that write no audit row, and why. The list only shrinks. */
const WITHOUT_AUDIT: Record<string, string> = {
  "notes/findSubject": "only reads",
  "notifications/readNotifications": "marks one's own messages as read",
  "notifications/resetNotificationSettings": "one's own settings, which affect nobody else",
  "notifications/saveNotificationSettings": "one's own settings, which affect nobody else",
  "notifications/sendTestEmail": "to oneself alone",
  "payments/rememberCreation": "a step of createPayment, which writes it",
  "payments/shareCreation": "a step of createPayment, which writes it",
  "people/seeAccountNotices": "marks one's own notices as seen",
  "reconciliation/leaveQueue": "a step of the commands on findings, which write it",
  "refunds/checkReason": "only reads",
  "refunds/earlierOutcome": "only reads",
  "refunds/endForm": "closes a form by which nothing was refunded",
  "refunds/verifyNotSent": "only asks the service",
  "refunds/verifyRefundId": "only asks the service",
  "refunds/withReason": "only reads",
  "refunds/withdrawRefund": "closes a form by which nothing was refunded",
  "views/chooseColumns": "one's own columns, which affect nobody else",
};

const commands = readCommands();
const lacking = (what: "authorizes" | "audits"): string[] =>
  commands.filter((command) => !command[what]).map(({ id }) => id);

test("every command checks a permission, but for those that are listed with a reason", () => {
  expect(commands.length).toBeGreaterThan(80);
  expect(lacking("authorizes").sort()).toEqual(Object.keys(WITHOUT_PERMISSION).sort());
});

test("every command writes an audit row, but for those that are listed with a reason", () => {
  expect(lacking("audits").sort()).toEqual(Object.keys(WITHOUT_AUDIT).sort());
});

const SAMPLE = `
  import { authorize } from "../../auth/authorize";
  export async function good(ctx: Ctx) { if (!(await authorize(ctx, "manage_keys"))) return; return write(ctx); }
  const write = (ctx: Ctx) => inTransaction(ctx.pool, async (db) => { await recordAudit(db, {}); });
  export async function silent(ctx: Ctx) { await authorize(ctx, "manage_keys"); }
  export const open = async (ctx: Ctx) => write(ctx);
  export function helper(db: Db) { return db; }
`;

test("a command without a permission or an audit row is found, through the functions that it calls", () => {
  expect(commandsOf(functionsOf("keys/commands/sample.ts", SAMPLE))).toEqual([
    { id: "keys/good", authorizes: true, audits: true },
    { id: "keys/silent", authorizes: true, audits: false },
    { id: "keys/open", authorizes: false, audits: true },
  ]);
});
