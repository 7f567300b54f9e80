import { describe, expect, it } from "vitest";
import { initiateRefundResponseSchema } from "@/lib/contract/responses";
import { classify, type Expectation } from "./classify";
import type { Exchange } from "./exchange";

const refund: Expectation<{ transaction_id: string }> = {
  statuses: [200, 201],
  schema: initiateRefundResponseSchema,
  isAboutRequest: (value) => value.transaction_id === "TXN1",
};
const accepted = {
  success: true,
  refund_id: "RFD1",
  transaction_id: "TXN1",
  merchant_transaction_id: "ORD-1",
  refund_amount: "10.00",
  refund_status: "INITIATED",
};
const refusal = (message: unknown, data: unknown = null): string =>
  JSON.stringify({ success: false, message, data });
const response = (status: number, body: string, retryAfter: string | null = null): Exchange => ({
  kind: "response",
  status,
  body,
  retryAfter,
});

/** What an answer means: known good, known no, certainly not sent, or nobody knows. */
describe.each<[string, Exchange, string]>([
  ["201 with a refund", response(201, JSON.stringify(accepted)), "answered"],
  ["201 with more fields than listed", response(201, JSON.stringify({ ...accepted, extra: 1 })), "answered"],
  [
    "201 without refund_id",
    response(201, JSON.stringify({ ...accepted, refund_id: undefined })),
    "wrong_shape",
  ],
  [
    "201 with an amount as a number",
    response(201, JSON.stringify({ ...accepted, refund_amount: 10 })),
    "wrong_shape",
  ],
  [
    "201 about another payment",
    response(201, JSON.stringify({ ...accepted, transaction_id: "TXN2" })),
    "other_subject",
  ],
  [
    "201 with success as text",
    response(201, JSON.stringify({ ...accepted, success: "true" })),
    "wrong_shape",
  ],
  ["201 with success false and a message", response(201, refusal("No.")), "rejected"],
  [
    "201 with success false and nothing said",
    response(201, JSON.stringify({ success: false })),
    "wrong_shape",
  ],
  ["an empty 200", response(200, ""), "wrong_shape"],
  ["a 200 page", response(200, "<html>"), "wrong_shape"],
  ["a cut-off 201", response(201, JSON.stringify(accepted).slice(0, 40)), "wrong_shape"],
  ["202", response(202, JSON.stringify(accepted)), "undocumented_status"],
  [
    "400 in its shape",
    response(400, refusal("Refund is allowed only for successful transactions.")),
    "rejected",
  ],
  [
    "400 in another endpoint's shape",
    response(400, JSON.stringify({ success: false, message: "No." })),
    "wrong_shape",
  ],
  ["400 with a message of a wrong type", response(400, refusal([{ amount: "bad" }])), "wrong_shape"],
  ["400 with data", response(400, refusal("No.", {})), "wrong_shape"],
  ["a 400 page", response(400, "<html>"), "wrong_shape"],
  [
    "401 in its shape",
    response(401, JSON.stringify({ detail: "Invalid authentication hash." })),
    "key_refused",
  ],
  ["401 in another shape", response(401, refusal("No.")), "wrong_shape"],
  ["403", response(403, refusal("No.")), "undocumented_status"],
  ["404 in its shape", response(404, refusal("Transaction not found.")), "not_found"],
  ["404 of an unknown path", response(404, JSON.stringify({ detail: "Not found." })), "wrong_shape"],
  ["405", response(405, refusal("Method not allowed.")), "rejected"],
  ["409, the first call still at work", response(409, refusal("In flight.")), "undocumented_status"],
  ["413", response(413, refusal("Too large.")), "rejected"],
  ["415", response(415, refusal("Wrong type.")), "rejected"],
  ["422, another body", response(422, refusal("Another body.")), "undocumented_status"],
  ["429", response(429, refusal("Slow down."), "7"), "busy"],
  ["500 in its shape", response(500, refusal("Failed.")), "server_error"],
  ["a 502 page", response(502, "<html>Bad Gateway</html>"), "server_error"],
  ["503", response(503, ""), "server_error"],
  ["302", response(302, ""), "redirected"],
  ["308", response(308, JSON.stringify(accepted)), "redirected"],
  ["a connection that never was", { kind: "not_sent" }, "not_sent"],
  ["a time-out", { kind: "lost", reason: "timed_out" }, "timed_out"],
  ["a reset", { kind: "lost", reason: "connection_lost" }, "connection_lost"],
])("%s", (_name, outcome, expected) => {
  it(`means ${expected}`, () => {
    const answer = classify("refund_initiate", refund, outcome);
    const meaning =
      answer.kind === "refused"
        ? answer.refusal.kind
        : answer.kind === "unknown"
          ? answer.reason
          : answer.kind;
    expect(meaning).toBe(expected);
  });
});

it("tells how long to wait, within reason", () => {
  const waits = ["7", "0", "99999", "soon", null].map((header) => {
    const answer = classify("refund_initiate", refund, response(429, refusal("Slow down."), header));
    return answer.kind === "refused" && answer.refusal.kind === "busy"
      ? answer.refusal.retryAfterSeconds
      : null;
  });
  expect(waits).toEqual([7, 1, 3600, 1, 1]);
});

it("keeps the service's words short and on one line (failures 9 and 39)", () => {
  const answer = classify(
    "refund_initiate",
    refund,
    response(400, refusal(`a\n\u001b[31mb${"x".repeat(900)}`)),
  );
  const message =
    answer.kind === "refused" && answer.refusal.kind === "rejected" ? answer.refusal.message : "";
  expect(message.startsWith("a  [31mb")).toBe(true);
  expect(message).toHaveLength(300);
});
