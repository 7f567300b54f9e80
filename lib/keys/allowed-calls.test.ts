import { expect, test } from "vitest";
import { ENDPOINTS } from "../contract/endpoints";
import { OPS, type OpsName } from "../contract/ops";
import type { OpsOperation } from "../contract/ops/operation";
import { endpointsOf, mayOperate, operationsOf } from "./allowed-calls";
import { KEY_ACCESSES, type KeyAccess } from "./key-access";

const changes = (name: OpsName): boolean => (OPS[name] as OpsOperation).isRead !== true;

test("only a key with access to everything calls an operation that changes something (0315)", () => {
  for (const access of KEY_ACCESSES.filter((each) => each !== "all")) {
    expect([access, operationsOf(access).filter(changes)]).toEqual([access, []]);
  }
  expect(operationsOf("all").length).toBe(Object.keys(OPS).length - 1);
});

test("a read-only key reads no settings: no rules, webhooks, keys and accounts at vendors", () => {
  const areas = operationsOf("read_only").map((name) => name.split(".")[0]);
  expect([...new Set(areas)].sort()).toEqual([
    "gateways",
    "payments",
    "reconciliation",
    "refunds",
    "reversals",
    "service",
  ]);
  expect(mayOperate("read_only", "gateways.accounts")).toBe(false);
});

test.each([
  ["all", Object.keys(ENDPOINTS)],
  ["payments", Object.keys(ENDPOINTS)],
  ["payments_without_refunds", Object.keys(ENDPOINTS).filter((name) => name !== "refund_initiate")],
  ["read_only", ["transaction_status", "refund_status"]],
  ["one of a later version", []],
] as const)("%s signs these endpoints", (access, endpoints) => {
  expect(endpointsOf(access as KeyAccess)).toEqual(endpoints);
});

test("every key is told its operations, and an access that this version does not know has none", () => {
  expect(mayOperate("one of a later version" as KeyAccess, "capabilities")).toBe(true);
  expect(operationsOf("one of a later version" as KeyAccess)).toEqual([]);
});
