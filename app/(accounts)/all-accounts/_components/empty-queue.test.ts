import { expect, test } from "vitest";
import type { ApprovalPage, ApprovalReading } from "@/lib/all-accounts/views";
import { emptyQueueOf } from "./empty-queue";

const read = (fields: Partial<ApprovalPage> = {}): ApprovalReading => ({
  kind: "read",
  value: { entries: [], hasMore: false, gap: null, ...fields },
});

test.each([
  ["none", [read(), read()]],
  ["noneOfOthers", [read(), { kind: "failed" }]],
  ["noneOfOthers", [read({ gap: "failed" })]],
  ["noneYet", [read(), read({ hasMore: true })]],
  ["noneYet", [read({ hasMore: true }), { kind: "failed" }]],
  [null, [{ kind: "late" }, { kind: "forbidden" }]],
] as const)("an empty list says %s", (said, readings) => {
  expect(emptyQueueOf(readings)).toBe(said);
});
