import { z } from "zod";
import { parseAmount } from "../../money";
import { codePointLength, isBlank, isStorableText } from "../../text";
import { parseCurrency } from "../currencies";
import { amountField } from "../ops/fields";
import { CARD_SCHEMES, PAYMENT_METHODS } from "../statuses";

/** The conditions of a rule (specification 1), in their wire format. */
const MAX_CONDITION_LEAVES = 50;
const MAX_CONDITION_DEPTH = 4;
const MAX_LISTED_VALUES = 100;
const MAX_UDF_CODE_POINTS = 255;
const MAX_BANK_CODE_LENGTH = 50;

const UDF_FIELDS = ["udf1", "udf2", "udf3"] as const;

function listOf<T extends z.ZodType>(value: T) {
  const fault = `Must list 1 to ${MAX_LISTED_VALUES} values.`;
  return z.array(value, fault).min(1, fault).max(MAX_LISTED_VALUES, fault);
}

const udfText = z
  .string("Must be a string.")
  .refine(
    (text) => codePointLength(text) <= MAX_UDF_CODE_POINTS,
    `Must be at most ${MAX_UDF_CODE_POINTS} characters.`,
  )
  .refine(isStorableText, "Must not contain NUL or lone surrogates.");

const SCHEME_FAULT = `Must be one of ${CARD_SCHEMES.join(", ")}.`;
const BANK_FAULT = "Must be a short bank code.";
const METHOD_FAULT = `Must be one of ${PAYMENT_METHODS.join(", ")}.`;
const CURRENCY_FAULT = "Must be an ISO 4217 currency code.";

const amountLeaf = z
  .strictObject({
    field: z.literal("amount"),
    min: amountField.nullish().meta({ description: "Inclusive." }),
    max: amountField.nullish().meta({ description: "Inclusive." }),
  })
  .refine(({ min, max }) => (min ?? null) !== null || (max ?? null) !== null, {
    error: "At least one of min and max is needed.",
    path: ["min"],
  })
  .refine(({ min, max }) => isOrdered(min ?? null, max ?? null), {
    error: "Must not be less than min.",
    path: ["max"],
  });

function isOrdered(min: string | null, max: string | null): boolean {
  if (min === null || max === null) return true;
  const [least, most] = [parseAmount(min), parseAmount(max)];
  // A malformed bound has a field error of its own.
  return !least.ok || !most.ok || least.value <= most.value;
}

const currencyLeaf = z.strictObject({
  field: z.literal("currency"),
  one_of: listOf(
    z
      .string(CURRENCY_FAULT)
      .toUpperCase()
      .refine((code) => parseCurrency(code) !== null, CURRENCY_FAULT),
  ),
});

const methodLeaf = z.strictObject({
  field: z.literal("payment_method"),
  one_of: listOf(z.enum(PAYMENT_METHODS, METHOD_FAULT)),
});

const schemeLeaf = z.strictObject({
  field: z.literal("card_scheme"),
  one_of: listOf(
    z
      .string(SCHEME_FAULT)
      .toUpperCase()
      .refine((scheme) => CARD_SCHEMES.some((known) => known === scheme), SCHEME_FAULT),
  ).meta({ description: `${CARD_SCHEMES.join(", ")}, in any case; kept in capitals.` }),
});

const bankLeaf = z.strictObject({
  field: z.literal("issuing_bank"),
  one_of: listOf(
    z
      .string(BANK_FAULT)
      .toUpperCase()
      .refine(
        (code) => !isBlank(code) && code.length <= MAX_BANK_CODE_LENGTH && isStorableText(code),
        BANK_FAULT,
      ),
  ).meta({ description: "Short bank codes in any case; kept in capitals." }),
});

const udfLeaf = z
  .strictObject({
    field: z.enum(UDF_FIELDS),
    equals: udfText.nullish(),
    prefix: udfText.refine((text) => text !== "", "Must not be empty.").nullish(),
    one_of: listOf(udfText).nullish(),
  })
  .refine(
    ({ equals, prefix, one_of: oneOf }) =>
      [equals, prefix, oneOf].filter((way) => (way ?? null) !== null).length === 1,
    { error: "Exactly one of equals, prefix and one_of is needed.", path: ["equals"] },
  );

const conditionLeafSchema = z.discriminatedUnion(
  "field",
  [amountLeaf, currencyLeaf, methodLeaf, schemeLeaf, bankLeaf, udfLeaf],
  {
    error:
      "Must be one of amount, currency, payment_method, card_scheme, issuing_bank, udf1, udf2 and udf3, with the fields of that condition.",
  },
);
export type WireConditionLeaf = z.infer<typeof conditionLeafSchema>;
export type WireCondition = WireConditionLeaf | { all: WireCondition[] } | { any: WireCondition[] };

const GROUP_FAULT = `Must list 1 to ${MAX_CONDITION_LEAVES} conditions.`;

const anyConditionSchema: z.ZodType<WireCondition, WireCondition> = z
  .lazy(() => {
    const members = z
      .array(anyConditionSchema, GROUP_FAULT)
      .min(1, GROUP_FAULT)
      .max(MAX_CONDITION_LEAVES, GROUP_FAULT);
    return z.union(
      [conditionLeafSchema, z.strictObject({ all: members }), z.strictObject({ any: members })],
      {
        error: 'Must be a condition: {"all": […]}, {"any": […]} or {"field": …}.',
      },
    );
  })
  .meta({
    id: "RoutingCondition",
    description: `One condition on one field, or all or any of several; groups at most ${MAX_CONDITION_DEPTH} deep.`,
  });

/** A single condition has depth 0; each group around it adds one. */
function conditionDepth(condition: WireCondition): number {
  const members = membersOf(condition);
  return members === null ? 0 : 1 + Math.max(...members.map(conditionDepth));
}

function countLeaves(condition: WireCondition): number {
  const members = membersOf(condition);
  return members === null ? 1 : members.reduce((count, member) => count + countLeaves(member), 0);
}

function membersOf(condition: WireCondition): WireCondition[] | null {
  if ("all" in condition) return condition.all;
  return "any" in condition ? condition.any : null;
}

/** The condition of a rule, with its size and depth limits. */
export const ruleConditionSchema = anyConditionSchema
  .refine((condition) => conditionDepth(condition) <= MAX_CONDITION_DEPTH, {
    error: `Must not be nested deeper than ${MAX_CONDITION_DEPTH} groups.`,
    abort: true,
  })
  .refine(
    (condition) => countLeaves(condition) <= MAX_CONDITION_LEAVES,
    `Must hold at most ${MAX_CONDITION_LEAVES} conditions.`,
  );
