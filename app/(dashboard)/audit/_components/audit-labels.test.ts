import { expect, test } from "vitest";
import { auditPath } from "./audit-path";
import { actionLabel, wordOf } from "./audit-labels";

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
