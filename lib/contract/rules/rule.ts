import { z } from "zod";
import { codePointLength, isBlank, isStorableText } from "../../text";
import { activeTimesSchema, storedActiveTimesSchema } from "./active-times";
import { ruleConditionSchema } from "./condition";
import { targetSchema } from "./target";

/**
 * A merchant's routing rules in their wire format (specification 1). Strict in both directions: an editor that does not
 * know a field must neither show the rules as complete nor save them without it.
 */
const MAX_RULES = 100;
const MAX_NAME_CODE_POINTS = 100;

const ID_FAULT = "Must be 1 to 40 of a-z, 0-9 and -.";
const PRIORITY_FAULT = "Must be a whole number.";
const ruleWith = (times: typeof activeTimesSchema) =>
  z.strictObject({
    id: z
      .string(ID_FAULT)
      .regex(/^[a-z0-9-]{1,40}$/, ID_FAULT)
      .meta({ description: "Unique in the set; kept through its versions." }),
    name: z
      .string("Must be a string.")
      .refine((text) => !isBlank(text), "Must not be blank.")
      .refine(
        (text) => codePointLength(text) <= MAX_NAME_CODE_POINTS,
        `Must be at most ${MAX_NAME_CODE_POINTS} characters.`,
      )
      .refine(isStorableText, "Must not contain NUL or lone surrogates."),
    priority: z.int32(PRIORITY_FAULT).meta({ description: "Lower is tried first; of equals, the lower id." }),
    active: z.boolean("Must be true or false."),
    active_times: times.nullish(),
    conditions: ruleConditionSchema.nullish().meta({ description: "None: every payment matches." }),
    target: targetSchema,
  });
const routingRuleSchema = ruleWith(activeTimesSchema).meta({ id: "RoutingRule" });
/** A rule as read back: one saved before its time zone was refused can still be shown, and still routes. */
export const storedRuleSchema = ruleWith(storedActiveTimesSchema).meta({ id: "StoredRoutingRule" });
export type WireRule = z.infer<typeof routingRuleSchema>;

const RULES_FAULT = `Must list at most ${MAX_RULES} rules.`;
const rulesOf = (rule: typeof routingRuleSchema) =>
  z
    .array(rule, RULES_FAULT)
    .max(MAX_RULES, RULES_FAULT)
    .superRefine((rules, context) => {
      const seen = new Set<string>();
      rules.forEach(({ id }, index) => {
        if (seen.has(id)) {
          context.addIssue({ code: "custom", message: "Is another rule's id already.", path: [index, "id"] });
        }
        seen.add(id);
      });
    });
export const routingRulesSchema = rulesOf(routingRuleSchema);
export const storedRulesSchema = rulesOf(storedRuleSchema);
