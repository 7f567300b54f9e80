import { expect, test } from "vitest";
import type { WireCall } from "../stack/faulty-wire";
import { type Form, type Intent, checkWire, type LostForm, type WireStory } from "./check-wire";

const at = (second: number): Date => new Date(Date.UTC(2026, 10, 21, 12, 0, second));
const call = (fields: Partial<WireCall> = {}): WireCall => ({
  path: "/v1/route/refund-initiate/",
  key: "form-1",
  body: "{}",
  fault: "cut_response",
  reached: true,
  ...fields,
});
const intent: Intent = {
  id: "form-1",
  state: "ACCEPTED",
  refundId: "RFD1",
  requestedAt: at(0),
  answeredAt: at(5),
  audit: ["refund_requested", "refund_unknown", "refund_accepted"],
};
const blocked: Form = { id: "form-2", response: "blocked", intent: null };
const later = (second: number): Form => ({
  id: "form-2",
  response: "accepted",
  intent: { ...intent, id: "form-2", refundId: "RFD2", requestedAt: at(second) },
});
const form: LostForm = { id: "form-1", response: "unknown", intent, second: blocked, refundIds: ["RFD1"] };
const story = (fields: Partial<LostForm>, calls = [call()], mayResend = true): WireStory => ({
  mayResend,
  forms: [{ ...form, ...fields }],
  calls,
});
const ended = (fields: Partial<Intent>): Partial<LostForm> => ({ intent: { ...intent, ...fields } });

test("a lost response that was reported as unknown and became known is no anomaly, sent again or not", () => {
  expect(checkWire(story({}))).toEqual([]);
  expect(checkWire(story({}, [call(), call({ fault: null })]))).toEqual([]);
});

test("nor is a form that could not even be begun, or another refund once the first is known", () => {
  expect(checkWire(story({ response: "not_sent", intent: null, refundIds: [] }, []))).toEqual([]);
  const both = [call(), call({ key: "form-2", fault: null })];
  expect(checkWire(story({ second: later(6), refundIds: ["RFD1", "RFD2"] }, both))).toEqual([]);
});

test.each<[string, WireStory, string]>([
  [
    "a lost response reported as a failure",
    story({ response: "not_sent" }),
    "reported not_sent after cut_response",
  ],
  [
    "a lost response reported as a success",
    story({ response: "accepted" }),
    "reported accepted after cut_response",
  ],
  ["a record without the unknown", story(ended({ audit: ["x"] })), "nothing says that it was unknown"],
  [
    "money that was not reserved",
    story({ second: later(3), refundIds: ["RFD1", "RFD2"] }, [call(), call({ key: "form-2", fault: null })]),
    "accepted while it was unknown",
  ],
  [
    "another refund without a record",
    story({ second: { ...blocked, response: "accepted" } }),
    "another refund was reported accepted, and has no record",
  ],
  ["a blind resend", story({}, [call(), call()], false), "sent 2 times to a service that would do it twice"],
  ["a resend of something else", story({}, [call(), call({ body: "{1}" })]), "sent again with other words"],
  ["a resend under another key", story({}, [call(), call({ key: "form-3" })]), "key form-3: 1 refund calls"],
  ["a call without a key", story({}, [call(), call({ key: null })]), "key none: 1 refund calls"],
  ["two refunds", story({ refundIds: ["RFD1", "RFD3"] }), "refunded 2 times for 1 that were sent"],
  ["a refund that no form knows", story({ refundIds: ["RFD3"] }), "RFD3 is a refund that no form knows of"],
  ["a refund that was lost", story({ refundIds: [] }), "it says RFD1, which is another refund"],
  [
    "an unknown that stays",
    story(ended({ state: "UNKNOWN", refundId: null })),
    "it is UNKNOWN, and the truth is ACCEPTED",
  ],
  [
    "a refund that was given up",
    story(ended({ state: "NOT_SENT", refundId: null })),
    "it is NOT_SENT, and the truth is ACCEPTED",
  ],
  [
    "a success without a call",
    story({ response: "accepted" }, []),
    "reported accepted, and no call was made for it",
  ],
])("%s is found", (_what, forms, found) => {
  expect(checkWire(forms).join("\n")).toContain(found);
});
