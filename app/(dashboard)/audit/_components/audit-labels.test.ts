import { expect, test } from "vitest";
import { auditPath } from "./audit-path";
import { actionLabel, entryLabel, outcomeLabel, valueLabel, wordOf } from "./audit-labels";

test.each([
  ["known", "Words of the catalogue"],
  ["rule_version_saved", "Rule version saved"],
  ["keyId", "Key id"],
  ["toString", "To string"],
])("%s is read as %s", (name, words) => {
  expect(wordOf({ known: "Words of the catalogue" }, name)).toBe(words);
});

test.each([
  ["payment", "TXN1", "/payments/TXN1"],
  ["reference", "ORDER 1", "/payments?reference=ORDER%201"],
  ["refund", "RFD1", "/refunds/RFD1"],
  ["session", "x", null],
  ["something_new", "x", null],
  ["payment", "", null],
  ["webhook", "whe_1", "/webhooks/whe_1"],
  ["webhook", "https://shop.example/hooks", null],
])("what an entry is about is led to: %s %s", (kind, id, path) => {
  expect(auditPath(kind, id)).toBe(path);
});

test.each([
  ["rules_save_done", "Save rules: done"],
  ["webhook_replay_range_not_sent", "Replay a period: not sent"],
  ["refund_refused", "Refund refused"],
  ["something_new_done", "Something new done"],
])("the action %s has the label %s", (action, expected) => {
  const words = {
    action: { refund_refused: "Refund refused" },
    serviceAction: { rules_save: "Save rules", webhook_replay_range: "Replay a period" },
    serviceOutcome: { done: "done", not_sent: "not sent", refused: "refused" },
  };
  expect(actionLabel(words, action)).toBe(expected);
});

const WORDS = {
  action: { refund_requested: "Requested a refund" },
  serviceAction: { rules_save: "Save routing rules" },
  serviceOutcome: { done: "done", unknown: "outcome unknown" },
  subject: {},
  detail: {},
  serviceDone: { rules_save: "Saved routing rules" },
  tried: (action: string) => `Tried to ${action}`,
  outcome: { refund_refused: "Refused", payment_created: "Created" },
  verdict: { whole: "intact" },
  role: { finance: "वित्त", ops: "संचालन" },
  yes: "हाँ",
  no: "नहीं",
  noOutcome: "No outcome recorded yet",
};
const ended = (action: string) => ({ action, at: "2026-11-24T10:00:00.000Z", isLater: false });

test.each([
  ["refund", "refund_requested", ended("refund_refused"), "Requested a refund", "Refused", "bad"],
  ["refund", "refund_requested", null, "Requested a refund", "No outcome recorded yet", "open"],
  [
    "rules_save",
    "rules_save_requested",
    ended("rules_save_unknown"),
    "Tried to save routing rules",
    "Outcome unknown",
    "open",
  ],
  ["rules_save", "rules_save_requested", ended("rules_save_done"), "Saved routing rules", "Done", "good"],
  [
    "payment_create",
    "payment_create_requested",
    ended("payment_created"),
    "Payment create requested",
    "Created",
    "good",
  ],
])(
  "an action of %s that began with %s has a label and an outcome",
  (family, action, outcome, label, text, tone) => {
    expect(entryLabel(WORDS, { family, action, outcome })).toBe(label);
    expect(outcomeLabel(WORDS, { family, action, outcome })).toEqual({ text, tone });
  },
);

test("an action of one record has no outcome beside it", () => {
  expect(outcomeLabel(WORDS, { family: null, action: "signed_in", outcome: null })).toBeNull();
});

test.each([
  ["role", "finance", "वित्त"],
  ["from", "ops", "संचालन"],
  ["to", "finance", "वित्त"],
  ["from", "3", "3"],
  ["to", "toString", "toString"],
  ["verdict", "whole", "intact"],
  ["enabled", "false", "नहीं"],
  ["phone", "true", "हाँ"],
  ["reason", "finance", "finance"],
])("the value of %s, %s, is read as %s", (name, value, label) => {
  expect(valueLabel(WORDS, name, value)).toBe(label);
});
