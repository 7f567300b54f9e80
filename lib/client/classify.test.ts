import { describe, expect, it } from "vitest";
import type { EndpointName } from "../contract/endpoints";
import type { OpsName } from "../contract/ops";
import {
  cancelResponseSchema,
  initiateRefundResponseSchema,
  refundBalanceResponseSchema,
} from "../contract/responses";
import type { CallResult } from "./call-result";
import { classify, type Expectation, refusalsOf, refusalsOfOps } from "./classify";
import { initiatedPaymentSchema } from "./payment";
import type { Exchange } from "./transport";

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

function meaningOf(result: CallResult<unknown>): string {
  switch (result.kind) {
    case "refused":
      return result.refusal.kind;
    case "unknown":
      return result.reason;
    case "answered":
    case "not_sent":
      return result.kind;
  }
}

/** What a response means: success, refusal, certainly not sent, or unknown. */
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
  ["403 of a key without the access", response(403, refusal("No.")), "rejected"],
  ["403 in another shape", response(403, "<html>"), "wrong_shape"],
  ["404 in its shape", response(404, refusal("Transaction not found.")), "not_found"],
  ["404 of an unknown path", response(404, JSON.stringify({ detail: "Not found." })), "wrong_shape"],
  ["405", response(405, refusal("Method not allowed.")), "rejected"],
  ["409, the first call still at work", response(409, refusal("In flight.")), "in_flight"],
  ["409 in another shape", response(409, "<html>"), "wrong_shape"],
  ["413", response(413, refusal("Too large.")), "rejected"],
  ["415", response(415, refusal("Wrong type.")), "rejected"],
  ["422, another body", response(422, refusal("Another body.")), "key_reused"],
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
    const result = classify(refusalsOf("refund_initiate"), refund, outcome);
    expect(meaningOf(result)).toBe(expected);
  });
});

it("returns how long to wait, within reason", () => {
  const waits = ["7", "0", "99999", "soon", null].map((header) => {
    const result = classify(
      refusalsOf("refund_initiate"),
      refund,
      response(429, refusal("Slow down."), header),
    );
    return result.kind === "refused" && result.refusal.kind === "busy"
      ? result.refusal.retryAfterSeconds
      : null;
  });
  expect(waits).toEqual([7, 1, 3600, 1, 1]);
});

it("keeps the service's words short and on one line (failures 9 and 39)", () => {
  const result = classify(
    refusalsOf("refund_initiate"),
    refund,
    response(400, refusal(`a\n\u001b[31mb${"x".repeat(900)}`)),
  );
  const message =
    result.kind === "refused" && result.refusal.kind === "rejected" ? result.refusal.message : "";
  expect(message.startsWith("a  [31mb")).toBe(true);
  expect(message).toHaveLength(300);
});

it("returns the HTTP status of an unknown outcome, where one came", () => {
  const of = (exchange: Exchange) => classify(refusalsOf("refund_initiate"), refund, exchange);
  expect(of(response(502, "<html>"))).toEqual({ kind: "unknown", reason: "server_error", status: 502 });
  expect(of({ kind: "lost", reason: "timed_out" })).toEqual({
    kind: "unknown",
    reason: "timed_out",
    status: null,
  });
});

describe("the other shapes of a refusal (specification 7)", () => {
  const expected = { statuses: [200], schema: cancelResponseSchema, isAboutRequest: () => true };
  const of = (endpoint: EndpointName, status: number, body: object): CallResult<unknown> =>
    classify(refusalsOf(endpoint), expected, response(status, JSON.stringify(body)));

  it("initiate's list names every field at fault", () => {
    const body = {
      success: false,
      message: [{ surl: "Must be an http address." }, { transaction_amount: "Invalid\namount" }],
    };
    expect(of("initiate_payment", 400, body)).toEqual({
      kind: "refused",
      refusal: {
        kind: "rejected",
        status: 400,
        message: "Must be an http address. Invalid amount",
        faults: [
          { field: "surl", text: "Must be an http address." },
          { field: "transaction_amount", text: "Invalid amount" },
        ],
      },
    });
    expect(meaningOf(of("initiate_payment", 400, { success: false, message: "No." }))).toBe("wrong_shape");
  });

  it("cancel's refusal has no data; where no key can be sent, 409 and 422 say nothing", () => {
    expect(of("transaction_cancel", 404, { success: false, message: "Transaction not found" })).toEqual({
      kind: "refused",
      refusal: { kind: "not_found", message: "Transaction not found" },
    });
    for (const status of [409, 422]) {
      const result = of("transaction_cancel", status, { success: false, message: "No." });
      expect(meaningOf(result)).toBe("undocumented_status");
    }
  });
});

describe("initiate's answer", () => {
  const created = {
    success: true,
    payment_link: "https://pay.example/1",
    transaction_id: "TXN1",
    merchant_transaction_id: "ORD-1",
    message: "Created",
  };
  const expected = {
    statuses: [200, 201],
    schema: initiatedPaymentSchema,
    isAboutRequest: () => true,
  };
  const of = (body: object): CallResult<unknown> =>
    classify(refusalsOf("initiate_payment"), expected, response(201, JSON.stringify(body)));

  it("success without a link is no answer; success false with both ids is one, and has no link (rule 1)", () => {
    expect(of(created)).toEqual({ kind: "answered", value: created });
    expect(meaningOf(of({ ...created, payment_link: undefined }))).toBe("wrong_shape");
    const failed = { ...created, success: false, payment_link: undefined, message: "No gateway." };
    expect(of(failed)).toMatchObject({ kind: "answered", value: { success: false, transaction_id: "TXN1" } });
    expect(meaningOf(of({ ...failed, transaction_id: undefined }))).toBe("rejected");
  });
});

describe("the ops extension's refusals", () => {
  const expected = { statuses: [200], schema: refundBalanceResponseSchema, isAboutRequest: () => true };
  const of = (name: OpsName, status: number, body: string, retryAfter: string | null = null) =>
    classify(refusalsOfOps(name), expected, response(status, body, retryAfter));
  const detail = JSON.stringify({ detail: "No." });

  it("a 400 names the fields", () => {
    const faults = [{ field: "limit", text: "Must be a whole number." }];
    const body = JSON.stringify({ detail: "limit: Must be a whole number.", faults });
    expect(of("refunds.balance", 400, body)).toEqual({
      kind: "refused",
      refusal: { kind: "rejected", status: 400, message: "limit: Must be a whole number.", faults },
    });
  });

  it.each([
    [404, detail, "not_found"],
    [404, "<html>", "wrong_shape"],
    [401, detail, "key_refused"],
    [403, detail, "rejected"],
    [403, "<html>", "wrong_shape"],
    [429, detail, "busy"],
    [409, detail, "undocumented_status"],
    [422, detail, "undocumented_status"],
    [200, JSON.stringify({ success: false, message: "No." }), "wrong_shape"],
    [503, detail, "server_error"],
  ])("%i %s means %s for an operation that documents neither 409 nor 422", (status, body, meaning) => {
    expect(meaningOf(of("refunds.balance", status, body))).toBe(meaning);
  });

  it("409 and 422 are definite where an operation documents them", () => {
    expect(of("keys.revoke", 409, detail)).toEqual({
      kind: "refused",
      refusal: { kind: "conflict", message: "No." },
    });
    expect(meaningOf(of("keys.revoke", 422, detail))).toBe("undocumented_status");
  });
});

describe("a successful response that differs from the specification", () => {
  const of = (body: object) =>
    classify(refusalsOf("refund_initiate"), refund, response(201, JSON.stringify(body)));

  it("is named by its endpoint and first field, and never by a value", () => {
    expect(of({ ...accepted, refund_amount: 120.25 })).toEqual({
      kind: "unknown",
      reason: "wrong_shape",
      status: 201,
      difference: { endpoint: "/v1/route/refund-initiate/", field: "refund_amount" },
    });
  });

  it("is not named where it is something else altogether", () => {
    const result = classify(refusalsOf("refund_initiate"), refund, response(201, "<html>"));
    expect(result).toEqual({ kind: "unknown", reason: "wrong_shape", status: 201 });
  });
});
