import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import { approveRequest } from "../commands/approve-request";
import { declineApproval } from "../commands/decline-approval";
import { removeApprovalRule } from "../commands/remove-approval-rule";
import { setApprovalRule } from "../commands/set-approval-rule";
import { ForbiddenError } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { askFor, setRule } from "@/tools/testing/dashboard/approvals";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { countApprovals } from "./count-approvals";
import { findApproval } from "./find-approval";
import { listApprovalRules } from "./list-approval-rules";
import { listApprovals } from "./list-approvals";

let harness: Harness;
let asker: Ctx;
let second: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  asker = await harness.ctxOf("finance");
  second = await harness.ctxOf("finance");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
});
afterAll(() => harness.stop());

it("lists what waits oldest first, what has ended newest first, and one's own, a page at a time", async () => {
  await setRule(harness, "0.00");
  const ids: string[] = [];
  for (let index = 0; index < 53; index += 1) ids.push(await askFor(asker, payment, "1.00"));
  const first = await listApprovals(second, { tab: "waiting" });
  expect(first.approvals.map(({ approvalId }) => approvalId)).toEqual(ids.slice(0, 50));
  expect(first.waiting).toBe(53);
  const rest = await listApprovals(second, { tab: "waiting", cursor: first.nextCursor ?? "" });
  expect(rest.approvals.map(({ approvalId }) => approvalId)).toEqual(ids.slice(50));
  expect(rest.nextCursor).toBeNull();

  for (const approvalId of ids.slice(0, 2)) await declineApproval(second, { approvalId, note: "No" });
  const decided = await listApprovals(second, { tab: "decided" });
  expect(decided.approvals.map(({ approvalId }) => approvalId)).toEqual([ids[1], ids[0]]);
  expect((await listApprovals(second, { tab: "mine" })).approvals).toEqual([]);
  const mine = await listApprovals(asker, { tab: "mine" });
  expect(mine.approvals[0]).toMatchObject({ approvalId: ids[52], isOwn: true });
  expect((await listApprovals(second, { tab: "waiting", cursor: "nonsense" })).approvals).toHaveLength(50);
});

it("counts what waits for this very person: not their own, and nothing for those who may not decide", async () => {
  await setRule(harness, "0.00");
  await askFor(asker, payment, "1.00");
  expect(await countApprovals(asker)).toBe(0);
  expect(await countApprovals(second)).toBe(1);
  expect(await countApprovals(await harness.ctxOf("admin"))).toBe(1);
  expect(await countApprovals(await harness.ctxOf("support"))).toBe(0);
});

it("tells a request with the refund that came of it, and none for an id that is not one", async () => {
  await setRule(harness, "0.00");
  const approvalId = await askFor(asker, payment, "1.00");
  expect(await findApproval(second, approvalId)).toMatchObject({
    approval: { state: "WAITING", isOwn: false, totals: [{ amount: "1.00", threshold: "0.00" }] },
    refund: null,
  });
  await approveRequest(second, { approvalId, note: "" });
  expect(await findApproval(asker, approvalId)).toMatchObject({
    approval: { state: "APPROVED", isOwn: true, decidedBy: second.actor.name },
    refund: { state: "ACCEPTED", requestedBy: asker.actor.name },
  });
  expect(await findApproval(second, randomUUID())).toBeNull();
  expect(await findApproval(second, "x")).toBeNull();
});

const RULE = { role: "finance", currency: "inr", threshold: "100", lifetimeMinutes: "60" };

it("a threshold is set, changed and removed by an admin, each time with what was before and after in the audit log", async () => {
  const admin = await harness.ctxOf("admin");
  expect(await listApprovalRules(admin)).toEqual([]);
  expect(await setApprovalRule(admin, RULE)).toEqual({ kind: "saved" });
  expect(await setApprovalRule(admin, { ...RULE, threshold: "250.5" })).toEqual({ kind: "saved" });
  expect(await listApprovalRules(admin)).toEqual([
    { role: "finance", roleName: null, currency: "INR", threshold: "250.50", lifetimeMinutes: 60 },
  ]);
  expect(await removeApprovalRule(admin, { role: "finance", currency: "INR" })).toEqual({ kind: "removed" });
  expect(await removeApprovalRule(admin, { role: "finance", currency: "INR" })).toEqual({ kind: "removed" });
  expect((await harness.audit()).map(({ action, detail }) => [action, detail.before, detail.after])).toEqual([
    ["approval_rule_set", null, "above INR 100.00, waits 60 min"],
    ["approval_rule_set", "above INR 100.00, waits 60 min", "above INR 250.50, waits 60 min"],
    ["approval_rule_removed", "above INR 250.50, waits 60 min", null],
  ]);
});

it("the limit of all other currencies is one like any other", async () => {
  const admin = await harness.ctxOf("admin");
  expect(await setApprovalRule(admin, { ...RULE, currency: " * " })).toEqual({ kind: "saved" });
  expect(await listApprovalRules(admin)).toMatchObject([
    { role: "finance", currency: "*", threshold: "100.00" },
  ]);
  expect((await harness.audit()).at(-1)?.detail).toMatchObject({
    after: "above all other currencies 100.00, waits 60 min",
  });
  expect(await removeApprovalRule(admin, { role: "finance", currency: "*" })).toEqual({ kind: "removed" });
});

it.each([
  [{ currency: "XXX" }, "currency"],
  [{ currency: "**" }, "currency"],
  [{ currency: "" }, "currency"],
  [{ threshold: "1e3" }, "threshold"],
  [{ threshold: "-1" }, "threshold"],
  [{ lifetimeMinutes: "4" }, "lifetime"],
  [{ lifetimeMinutes: "43201" }, "lifetime"],
  [{ lifetimeMinutes: "1.5" }, "lifetime"],
  [{ role: "support" }, "form"],
])("a threshold that is none is refused at its field: %j", async (fields, field) => {
  const admin = await harness.ctxOf("admin");
  expect(await setApprovalRule(admin, { ...RULE, ...fields })).toMatchObject({ kind: "invalid", field });
  expect(await listApprovalRules(admin)).toEqual([]);
});

it.each(["support", "ops", "finance"] as const)(
  "%s may neither see nor change thresholds, and the attempt is audited (failure 33)",
  async (role) => {
    const person = await harness.ctxOf(role);
    await expect(listApprovalRules(person)).rejects.toThrow(ForbiddenError);
    expect(await setApprovalRule(person, RULE)).toEqual({ kind: "forbidden" });
    expect(await removeApprovalRule(person, RULE)).toEqual({ kind: "forbidden" });
    expect((await harness.audit()).map(({ action }) => action)).toEqual(Array(3).fill("forbidden"));
  },
);

it("a threshold is not changed when its audit row cannot be written (failure 38)", async () => {
  const admin = await harness.ctxOf("admin");
  const mend = await harness.breakAudit();
  await expect(setApprovalRule(admin, RULE)).rejects.toThrow("disk full");
  await mend();
  expect(await listApprovalRules(admin)).toEqual([]);
});
