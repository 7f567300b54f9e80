import { expect, test } from "vitest";
import type { WireCall } from "../stack/faulty-wire";
import { judgeWire, type LostForm, type WireStory } from "./judge-wire";

const call = (fields: Partial<WireCall> = {}): WireCall => ({
  path: "/v1/route/refund-initiate/",
  key: "form-1",
  body: "{}",
  fault: "cut_answer",
  reached: true,
  ...fields,
});
const form: LostForm = {
  intentId: "form-1",
  transactionId: "TXN1",
  told: "unknown",
  toldSecond: "blocked",
  state: "ACCEPTED",
  refundId: "RFD1",
  audit: ["refund_requested", "refund_unknown", "refund_accepted"],
  refundIds: ["RFD1"],
};
const story = (fields: Partial<LostForm>, calls = [call()], mayResend = true): WireStory => ({
  mayResend,
  forms: [{ ...form, ...fields }],
  calls,
});

test("a lost answer that was told as unknown and came to the truth is no anomaly, sent again or not", () => {
  expect(judgeWire(story({}))).toEqual([]);
  expect(judgeWire(story({}, [call(), call({ fault: null })]))).toEqual([]);
});

test.each<[string, WireStory, string]>([
  ["a lost answer told as a failure", story({ told: "not_sent" }), "told not_sent after cut_answer"],
  ["a lost answer told as a success", story({ told: "accepted" }), "told accepted after cut_answer"],
  ["a record without the unknown", story({ audit: ["refund_accepted"] }), "nothing says that it was unknown"],
  [
    "money that was not reserved",
    story({ toldSecond: "accepted" }),
    "was told accepted while it was unknown",
  ],
  ["a blind resend", story({}, [call(), call()], false), "sent 2 times to a service that would do it twice"],
  ["a resend of something else", story({}, [call(), call({ body: "{1}" })]), "sent again with other words"],
  ["a resend under another key", story({}, [call(), call({ key: "form-2" })]), "key form-2: 1 refund calls"],
  ["a call without a key", story({}, [call(), call({ key: null })]), "key none: 1 refund calls"],
  ["two refunds", story({ refundIds: ["RFD1", "RFD2"] }), "it was refunded 2 times"],
  [
    "a refund that was lost",
    story({ refundIds: [], refundId: null }),
    "the service heard of it and has no refund",
  ],
  [
    "an unknown that stays",
    story({ state: "UNKNOWN", refundId: null }),
    "it is UNKNOWN, and the truth is ACCEPTED",
  ],
  [
    "a refund that was given up",
    story({ state: "NOT_SENT", refundId: null }),
    "it is NOT_SENT, and the truth is ACCEPTED",
  ],
  ["another's refund", story({ refundId: "RFD9" }), "it says RFD9, which is another refund"],
  ["a call that was never made", story({}, []), "no call was made for it"],
])("%s is found", (_what, told, found) => {
  expect(judgeWire(told).join("\n")).toContain(found);
});
