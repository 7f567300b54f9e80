import { z } from "zod";
import { codePointLength, isAcceptedText, NOT_ACCEPTED } from "../../text";
import { routingRulesSchema, storedRuleSchema } from "../rules/rule";
import { identifierField } from "./fields";
import { versionField } from "./rule-trials";

/** What the operations on sets of rules have in common. */
const MAX_NOTE_CODE_POINTS = 1_000;

/** Who makes a change and why, as shown in the history. */
export const authorField = identifierField
  .nullish()
  .meta({ description: "Who makes the change. Without it, the short form of the API key is shown." });
export const noteField = z
  .string("Must be a string.")
  .refine(
    (text) => codePointLength(text) <= MAX_NOTE_CODE_POINTS,
    `Must be at most ${MAX_NOTE_CODE_POINTS} characters.`,
  )
  .refine(isAcceptedText, NOT_ACCEPTED)
  .nullish()
  .meta({ description: "Why the change is made." });
export const expectedVersionField = versionField.meta({
  description: "The version in force that the change was made from. Another one in force is 409.",
});

export const VERSION_CONFLICT = "Another version is in force by now; the detail says which and by whom.";

/** Checked here and not in the schema of a rule, so that rules saved before this check stay readable. */
export const acceptedRules = routingRulesSchema.refine(
  (rules) => isAcceptedText(JSON.stringify(rules)),
  NOT_ACCEPTED,
);

export const versionFields = {
  version: z.int(),
  author: z.string(),
  note: z.string().nullable(),
  restored_from: z.int().nullable(),
  created_at: z.iso.datetime(),
};
export const ruleSetSchema = z.looseObject({
  ...versionFields,
  rules: z.array(storedRuleSchema),
  problems: z
    .array(z.looseObject({ field: z.string(), text: z.string() }))
    .optional()
    .meta({
      description:
        'What no rule may say any more, by its path ("rules.0.target.gateway"): routing skips such a gateway, and a time zone ' +
        "is read as before. The next save is refused until it is corrected.",
    }),
});
export const warningsSchema = z
  .array(
    z.looseObject({
      code: z.string(),
      rule_id: z.string().nullable(),
      text: z.string(),
      gateways: z
        .array(z.string())
        .optional()
        .meta({ description: "Of `fee_unknown`: those without a fee." }),
    }),
  )
  .meta({ description: "What is allowed and probably not meant." });
export const savedSchema = ruleSetSchema.extend({ warnings: warningsSchema });
