import type { WireConditionLeaf } from "@/lib/contract/rules/condition";
import type { ConditionField } from "@/lib/contract/rules/condition-fields";

export type LeafOperator = "atLeast" | "atMost" | "between" | "oneOf" | "equals" | "prefix";

/** The comparisons of each field. */
export const WAYS = {
  amount: ["atLeast", "atMost", "between"],
  currency: ["oneOf"],
  payment_method: ["oneOf"],
  card_scheme: ["oneOf"],
  issuing_bank: ["oneOf"],
  udf1: ["equals", "prefix", "oneOf"],
  udf2: ["equals", "prefix", "oneOf"],
  udf3: ["equals", "prefix", "oneOf"],
} as const satisfies Record<ConditionField, readonly LeafOperator[]>;

/** An empty condition on a field. */
export function newLeafOf(field: ConditionField): WireConditionLeaf {
  switch (field) {
    case "amount":
      return { field, min: "" };
    case "currency":
    case "payment_method":
    case "card_scheme":
    case "issuing_bank":
      return { field, one_of: [] };
    case "udf1":
    case "udf2":
    case "udf3":
      return { field, equals: "" };
  }
}

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined;
}

export function operatorOf(leaf: WireConditionLeaf): LeafOperator {
  if (leaf.field === "amount") {
    if (isSet(leaf.min) && isSet(leaf.max)) return "between";
    return isSet(leaf.max) ? "atMost" : "atLeast";
  }
  if ("equals" in leaf && isSet(leaf.equals)) return "equals";
  return "prefix" in leaf && isSet(leaf.prefix) ? "prefix" : "oneOf";
}

/** Gives the condition another comparison; the typed value is kept if it fits. */
export function withOperator(leaf: WireConditionLeaf, way: LeafOperator): WireConditionLeaf {
  switch (leaf.field) {
    case "amount": {
      const known = leaf.min ?? leaf.max ?? "";
      if (way === "between") return { field: "amount", min: leaf.min ?? "", max: leaf.max ?? "" };
      return way === "atMost" ? { field: "amount", max: known } : { field: "amount", min: known };
    }
    case "udf1":
    case "udf2":
    case "udf3": {
      const { field } = leaf;
      const known = leaf.equals ?? leaf.prefix ?? leaf.one_of?.[0] ?? "";
      if (way === "prefix") return { field, prefix: known };
      return way === "oneOf" ? { field, one_of: known === "" ? [] : [known] } : { field, equals: known };
    }
    case "currency":
    case "payment_method":
    case "card_scheme":
    case "issuing_bank":
      return leaf;
  }
}
