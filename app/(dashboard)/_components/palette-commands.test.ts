import type { ComposedRole } from "@/lib/can";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { describe, expect, test } from "vitest";
import { actionCommands, goCommands, isMeant, jumpsOf } from "./palette-commands";

const TXN = "TXN202611211763700000000";
const RFD = "RFD202611211763700000000";

describe("what is typed", () => {
  test("leads to the payment or the refund whose id it is, before the reference of the same name", () => {
    expect(jumpsOf(TXN, "support").map(({ kind, href }) => [kind, href])).toEqual([
      ["payment", `/payments/${TXN}`],
      ["reference", `/payments?reference=${TXN}`],
    ]);
    expect(jumpsOf(` ${RFD.toLowerCase()} `, "support")[0]).toEqual({
      kind: "refund",
      id: RFD,
      href: `/refunds/${RFD}`,
    });
  });

  test("is otherwise a reference, exactly as typed (decision 0024)", () => {
    expect(jumpsOf("order 1 ", "support")).toEqual([
      { kind: "reference", reference: "order 1 ", href: "/payments?reference=order%201%20" },
    ]);
  });

  test.each(["asha@example.com", "98765 43210"])("that may be a contact gets into no address: %s", (text) => {
    expect(jumpsOf(text, "support")).toEqual([{ kind: "reference", reference: text, href: null }]);
  });

  test("leads nowhere that the role may not see", () => {
    const kinds = (role: ComposedRole) =>
      [TXN, RFD, "order 1"].map((text) => jumpsOf(text, role).map(({ kind }) => kind));
    expect(kinds(composed(["manage_people"]))).toEqual([[], [], []]);
    expect(kinds(composed(["view_refunds"]))).toEqual([[], ["refund"], []]);
    expect(kinds(composed(["view_payments"]))).toEqual([
      ["payment", "reference"],
      ["reference"],
      ["reference"],
    ]);
  });

  test("that is blank leads nowhere", () => expect(jumpsOf("  ", "support")).toEqual([]));
});

describe("what is offered", () => {
  test("support is not offered to create a payment, ops is", () => {
    const begun = (role: "support" | "ops"): unknown[] =>
      actionCommands({ role, slug: null }).filter(
        (command) => command.kind === "begin" && command.what === "createPayment",
      );
    expect(begun("support")).toHaveLength(0);
    expect(begun("ops")).toHaveLength(1);
  });

  test("every page that a role may open is there: of the menu, its tabs and the settings", () => {
    const pages = (role: "support" | "admin"): string[] =>
      goCommands({ role, slug: null }).map(({ item }) => item);
    expect(pages("support")).toEqual([
      "queues",
      "overview",
      "payments",
      "refunds",
      "bulk",
      "settings",
      "requests",
      "account",
      "notifications",
    ]);
    expect(pages("admin")).toHaveLength(23);
  });
});

test.each([
  ["ref", ["Refunds"], true],
  ["pay cre", ["Create payment"], true],
  ["fund", ["Refunds"], false],
  ["ORDER-1", ["Bulk", "bulk"], false],
  ["रिफ़", ["रिफ़ंड", "refunds"], true],
  ["REFUNDS", ["रिफ़ंड", "refunds"], true],
])("%s means a command called %j: %s", (typed, names, meant) => {
  expect(isMeant(typed, names)).toBe(meant);
});
