import { expect, it } from "vitest";
import { ruleConditionSchema } from "@/lib/contract/rules/condition";
import { CONDITION_FIELDS } from "@/lib/contract/rules/condition-fields";
import { newLeafOf, WAYS, operatorOf, withOperator } from "./leaf";

it("every field takes each of its comparisons, and is then shown with it", () => {
  for (const field of CONDITION_FIELDS) {
    for (const way of WAYS[field])
      expect(operatorOf(withOperator(newLeafOf(field), way)), `${field} ${way}`).toBe(way);
  }
});

it("what was typed is kept where it fits the other comparison", () => {
  const atLeast = { field: "amount" as const, min: "10.00" };
  expect(withOperator(atLeast, "atMost")).toEqual({ field: "amount", max: "10.00" });
  expect(withOperator(atLeast, "between")).toEqual({ field: "amount", min: "10.00", max: "" });
  const udf = { field: "udf1" as const, equals: "gold" };
  expect(withOperator(udf, "prefix")).toEqual({ field: "udf1", prefix: "gold" });
  expect(withOperator(udf, "oneOf")).toEqual({ field: "udf1", one_of: ["gold"] });
});

it("a condition that was filled in is one that the contract accepts", () => {
  const leaves = [
    withOperator({ field: "amount", min: "10.00" }, "atMost"),
    withOperator({ field: "udf2", equals: "x" }, "oneOf"),
    { ...newLeafOf("payment_method"), one_of: ["UPI"] },
  ];
  for (const leaf of leaves) expect(ruleConditionSchema.safeParse(leaf).success).toBe(true);
});
