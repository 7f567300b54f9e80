/** The fields of a payment that a rule can have conditions on. */
export const CONDITION_FIELDS = [
  "amount",
  "currency",
  "payment_method",
  "card_scheme",
  "issuing_bank",
  "udf1",
  "udf2",
  "udf3",
] as const;
export type ConditionField = (typeof CONDITION_FIELDS)[number];

/** Null for a field that only a newer service knows: it is shown with the service's own name. */
export function knownConditionField(field: string): ConditionField | null {
  return CONDITION_FIELDS.find((known) => known === field) ?? null;
}
