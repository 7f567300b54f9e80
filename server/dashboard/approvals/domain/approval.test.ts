import fc from "fast-check";
import { expect, it } from "vitest";
import { exceedsThreshold } from "@/lib/approvals/exceeds-threshold";
import { ROLES } from "@/lib/can";
import {
  type ApprovalRule,
  type BulkSubject,
  canNeedApproval,
  presentApproval,
  presentRule,
  type RefundApproval,
  refundTotal,
} from "./approval";
import { lessReserved } from "../../refunds/domain/refund-balance";

const rule = (thresholdPaise: bigint): ApprovalRule => ({
  role: "finance",
  currency: "INR",
  thresholdPaise,
  lifetimeMinutes: 60,
});
const paise = fc.bigInt({ min: 0n, max: 10n ** 15n });

it("however a sum is split into refunds, what goes out without a second person never exceeds the threshold", () => {
  fc.assert(
    fc.property(paise, fc.array(fc.bigInt({ min: 1n, max: 10n ** 15n })), (thresholdPaise, amounts) => {
      const gone = amounts.reduce(
        (sum, amount) => (exceedsThreshold(rule(thresholdPaise), amount, sum) ? sum : sum + amount),
        0n,
      );
      expect(gone).toBeLessThanOrEqual(thresholdPaise);
    }),
  );
});

it("what is reserved has its part: paid = refunded + in progress + manual + requested + left goes on holding, and nothing is negative", () => {
  fc.assert(
    fc.property(
      paise,
      paise,
      paise,
      paise,
      paise,
      paise,
      (refundedPaise, inProgressPaise, leftPaise, awaitingPaise, manualPaise, requestedPaise) => {
        const paidPaise = refundedPaise + inProgressPaise + leftPaise;
        const before = {
          paidPaise,
          refundedPaise,
          inProgressPaise,
          manualPaise: 0n,
          requestedPaise: 0n,
          leftPaise,
          mayCountTwicePaise: 0n,
          outside: null,
          source: "ledger" as const,
        };
        const after = lessReserved(before, { awaitingPaise, approvedPaise: 0n, manualPaise, requestedPaise });
        expect(after.refundedPaise).toBe(refundedPaise);
        const { manualPaise: manual, requestedPaise: requested } = after;
        expect(after.refundedPaise + after.inProgressPaise + manual + requested + after.leftPaise).toBe(
          paidPaise,
        );
        const reserved = awaitingPaise + manualPaise + requestedPaise;
        expect(after.leftPaise).toBe(reserved > leftPaise ? 0n : leftPaise - reserved);
        expect(manual >= 0n && requested >= 0n && after.inProgressPaise >= inProgressPaise).toBe(true);
      },
    ),
  );
});

it("the threshold itself needs nobody else, one paisa more does", () => {
  expect(exceedsThreshold(rule(10_000n), 4_000n, 6_000n)).toBe(false);
  expect(exceedsThreshold(rule(10_000n), 4_000n, 6_001n)).toBe(true);
});

it.each(ROLES)("a rule for the role %s is one only where it may refund", (role) => {
  expect(canNeedApproval(role)).toBe(role === "finance" || role === "admin");
});

const approval: RefundApproval = {
  id: "a1",
  serviceAddress: "http://service.test",
  requestedById: "p1",
  requestedByName: "Fin",
  requestedRole: "finance",
  requestedRoleName: null,
  requestId: null,
  requestOwnerId: null,
  requestOwnerName: null,
  requestedAt: new Date("2026-11-21T09:00:00Z"),
  expiresAt: new Date("2026-11-21T10:00:00Z"),
  rowCount: 1,
  isTest: true,
  totals: [{ currency: "INR", amountPaise: 10_005n, thresholdPaise: 5_000n, countedPaise: 5n }],
  state: "WAITING",
  decidedByName: null,
  decidedAt: null,
  note: null,
  obstacle: null,
  obstacleLeftPaise: null,
  kind: "refund",
  transactionId: "TXN1",
  reference: "ORD-1",
  reason: "torn",
  reasonCode: null,
};

it("a refund's request has one sum, and one without is a bug that is reported", () => {
  expect(refundTotal(approval)).toBe(approval.totals[0]);
  expect(() => refundTotal({ ...approval, totals: [] })).toThrow("without its sum");
});

const shown = {
  approvalId: "a1",
  subject: { kind: "refund", transactionId: "TXN1", reference: "ORD-1", reason: "torn" },
  rowCount: 1,
  testRows: 1,
  totals: [{ currency: "INR", amount: "100.05", threshold: "50.00", counted: "0.05", largest: null }],
  requestedBy: "Fin",
  requestedRole: "finance",
  requestedRoleName: null,
  requestedAt: "2026-11-21T09:00:00.000Z",
  expiresAt: "2026-11-21T10:00:00.000Z",
  fulfils: null,
  isOwn: false,
  isFromOwnRequest: false,
  state: "WAITING",
  decidedBy: null,
  decidedAt: null,
  note: null,
  obstacle: null,
  obstacleLeft: null,
};

const NO_RUN = { name: null, testRows: 0, largestPaise: new Map(), fulfilsOwn: false };

it("a request is shown with what it was evaluated by, and to who asked as their own", () => {
  expect(presentApproval(approval, "p2", NO_RUN)).toEqual(shown);
  expect(presentApproval(approval, "p1", NO_RUN)).toEqual({ ...shown, isOwn: true });
});

it("one that was decided is shown with who did, when, and what stood against it", () => {
  const decided = {
    ...approval,
    state: "REFUSED",
    decidedByName: "Adi",
    decidedAt: new Date("2026-11-21T09:30:00Z"),
    note: "ok",
    obstacle: "exceeds_balance",
    obstacleLeftPaise: 1n,
  } as const;
  expect(presentApproval(decided, "p2", NO_RUN)).toEqual({
    ...shown,
    state: "REFUSED",
    decidedBy: "Adi",
    decidedAt: "2026-11-21T09:30:00.000Z",
    note: "ok",
    obstacle: "exceeds_balance",
    obstacleLeft: "0.01",
  });
});

it("one of a bulk run names the run and its rows, and a sum that no rule is about has no threshold", () => {
  const bulk: BulkSubject = { kind: "bulk", runId: "r1", runName: "May" };
  const totals = [{ currency: "USD", amountPaise: 3n, thresholdPaise: null, countedPaise: 0n }];
  const request = { ...approval, ...bulk, rowCount: 7, isTest: false, totals };
  const name = {
    kind: "refund",
    source: "upload",
    fileName: "may.csv",
    rowCount: 9,
    createdBy: "Adi",
    createdAt: "2026-11-21T08:00:00.000Z",
  } as const;
  const run = { name, testRows: 2, largestPaise: new Map([["USD", 1n]]), fulfilsOwn: false };
  const expected = {
    ...shown,
    subject: { kind: "bulk", runId: "r1", run: name },
    rowCount: 7,
    testRows: 2,
    totals: [{ currency: "USD", amount: "0.03", threshold: null, counted: "0.00", largest: "0.01" }],
  };
  expect(presentApproval(request, "p2", run)).toEqual(expected);
  const ofOwn = presentApproval(request, "p2", { ...run, fulfilsOwn: true });
  expect(ofOwn).toEqual({ ...expected, isFromOwnRequest: true });
  expect(presentApproval(request, "p2", { ...run, name: null }).subject).toEqual({
    ...expected.subject,
    run: { ...name, fileName: "May", rowCount: 7, createdBy: "Fin", createdAt: shown.requestedAt },
  });
});

it("a rule is shown with its threshold as the wire writes it", () => {
  expect(presentRule({ ...rule(10_005n), roleName: null })).toEqual({
    role: "finance",
    roleName: null,
    currency: "INR",
    threshold: "100.05",
    lifetimeMinutes: 60,
  });
});
