import { expect, test } from "vitest";
import { auditPath } from "./audit-path";

test.each([
  ["webhook", "we_1", "/webhooks/we_1"],
  ["webhook", "https://shop.example/hook", null],
  ["webhook", "list", null],
  ["bulk_run", "", null],
  ["session", "s1", null],
])("the subject %s %j leads to %j", (kind, id, path) => {
  expect(auditPath(kind, id)).toBe(path);
});
