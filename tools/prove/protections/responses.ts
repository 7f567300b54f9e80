import { type Protected, without } from "./protected";

const REQUEST = "server/dashboard/refunds/commands/request-refund.db.test.ts";
const RESOLVE = "server/dashboard/refunds/jobs/resolve-refund-intent.db.test.ts";
const CLASSIFY = "lib/client/classify.test.ts";

/** Outcomes of a refund and of its response. */
export const RESPONSES: readonly Protected[] = [
  {
    row: 1,
    fault: "double click on Refund",
    test: { file: REQUEST, name: "submitted 20 times at once, one form makes one call and one outcome" },
    also: ["e2e/refund.spec.ts"],
    noRemoval:
      "the check under the lock, the id's primary key, the one right to send and the form's end (0100) each do without the others",
  },
  {
    row: 2,
    fault: "two people refund one payment",
    test: { file: REQUEST, name: "50 people refunding one payment at once never exceed it" },
    also: ["prove races", "prove model"],
    ...without(
      "the lock on the payment's ledger",
      "server/dashboard/refunds/store/refund-ledgers.ts",
      "where transaction_id = $1 for update",
      "where transaction_id = $1",
    ),
  },
  {
    row: 3,
    fault: "time-out after the service accepted",
    test: {
      file: REQUEST,
      name: "is unknown, stays reserved, and blocks another refund of the payment only",
    },
    also: ["prove wire", "e2e/unknown-refund.spec.ts"],
    ...without(
      "a lost answer that is unknown",
      "server/dashboard/refunds/commands/intent-response.ts",
      'return refused(messageOf(response));\n    }\n    case "unknown":\n      return null;',
      'return refused(messageOf(response));\n    }\n    case "unknown":\n      return { state: "NOT_SENT", serviceError: { kind: "unavailable" } };',
    ),
  },
  {
    row: 4,
    fault: "kill -9 after the intent is written, before the call",
    test: { file: RESOLVE, name: "leaves a job behind, which gives the intent up as not sent" },
    also: ["prove crash"],
    ...without(
      "the job in the intent's transaction",
      "server/dashboard/refunds/commands/write-refund-intent.ts",
      "const planned = scheduleResolve(",
      "const planned = void (",
    ),
  },
  {
    row: 5,
    fault: "kill -9 after the call, before its answer is stored",
    test: {
      file: RESOLVE,
      name: "leaves an intent that becomes UNKNOWN after the call's deadline, not before",
    },
    also: ["prove crash"],
    ...without(
      "a call without an answer that becomes unknown",
      "server/dashboard/refunds/jobs/resolve-refund-intent.ts",
      "attempt: 0 });\n  await storeRefundResponse(services, intent, null, {",
      'attempt: 0 });\n  await storeRefundResponse(services, intent, { state: "NOT_SENT", serviceError: { kind: "unavailable" } }, {',
    ),
  },
  {
    row: 6,
    fault: "Postgres dies mid-request; lost COMMIT acknowledgement",
    test: {
      file: "server/routing/http/outage.http.test.ts",
      name: "failure 6: while Postgres is dead every answer is 503 in its endpoint's shape",
    },
    also: ["prove crash", "tools/checks/jobs.db.test.ts"],
    ...without(
      "distinguishing an outage from a bug",
      "server/platform/pool.ts",
      "export function isDatabaseOutage(error: unknown): boolean {",
      "export function isDatabaseOutage(error: unknown): boolean {\n  if (error !== undefined) return false;",
    ),
  },
  {
    row: 7,
    fault: "HTML 502, empty or cut-off 200",
    test: { file: CLASSIFY, name: "means ${expected}" },
    also: ["prove wire", REQUEST, "e2e/any-service.spec.ts"],
    ...without(
      "a 5xx that says nothing",
      "lib/client/classify.ts",
      'if (status >= 500) return { kind: "unknown", reason: "server_error", status };',
      'if (status >= 500) return { kind: "refused", refusal: { kind: "rejected", status, message: "", faults: [] } };',
    ),
  },
  {
    row: 8,
    fault: "success: false; 201 without refund_id",
    test: { file: REQUEST, name: "success: false in a 201 is one too" },
    also: [CLASSIFY, "prove wire"],
    ...without(
      "a 2xx that says no, reported as no",
      "lib/client/classify.ts",
      'return { kind: "refused", refusal: { kind: "rejected", status, ...refusal } };',
      'return { kind: "unknown", reason: "wrong_shape", status };',
    ),
  },
  {
    row: 9,
    fault: "every error shape of specification 7, wrong types in them",
    test: { file: CLASSIFY, name: "keeps the service's words short and on one line" },
    also: ["e2e/any-service.pages.test.ts"],
    ...without(
      "cutting the service's words",
      "lib/client/refusal-body.ts",
      'return [...text.replace(CONTROLS, " ")].slice(0, MAX_MESSAGE_LENGTH).join("");',
      "return text;",
    ),
  },
  {
    row: 53,
    fault: "approval expected for a refund, and the limit raised before the form is submitted",
    test: {
      file: "server/dashboard/approvals/commands/request-approval.db.test.ts",
      name: "expected to need approval sends nothing once it needs none, and goes out when it is requested as a direct refund",
    },
    also: ["server/dashboard/bulk/commands/bulk-approval.db.test.ts", "e2e/approvals.spec.ts"],
    ...without(
      "the comparison of what the form showed",
      "server/dashboard/refunds/commands/reserve-refund.ts",
      'if (request.isApprovalExpected === true) return { kind: "approval_not_needed" };',
      "",
    ),
  },
];
