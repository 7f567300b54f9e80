import { expect, test } from "vitest";
import type { AuditNames, AuditStep } from "./audit-record";
import { presentAction } from "./present-action";

const NAMES: AuditNames = {
  people: new Map(),
  runs: new Map(),
  references: new Map(),
  endpoints: new Map([["whe_1", "Shop"]]),
};

const step = (subjectId: string, detail: AuditStep["detail"] = {}): AuditStep => ({
  position: 1n,
  at: new Date("2026-11-24T10:00:00Z"),
  actorId: null,
  actorEmail: "system",
  action: "webhook_test_requested",
  subjectKind: "webhook",
  subjectId,
  detail,
  requestId: "r",
  hash: "0",
});
const nameOf = (one: AuditStep) =>
  presentAction({ position: 1n, family: null, rowRecords: 0 }, [one], NAMES)?.subject.name;

test("a webhook endpoint has its name, else its recorded URL, else its id", () => {
  expect(nameOf(step("whe_1", { url: "https://shop.example/hooks" }))).toBe("Shop");
  expect(nameOf(step("whe_2", { url: "https://shop.example/hooks" }))).toBe("https://shop.example/hooks");
  expect(nameOf(step("whe_2"))).toBe("whe_2");
  expect(nameOf(step("https://shop.example/new"))).toBe("https://shop.example/new");
  expect(nameOf(step("list"))).toBeNull();
});
