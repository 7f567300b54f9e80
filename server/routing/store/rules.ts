import { z } from "zod";
import { parseAmount } from "@/lib/money";
import type { Db } from "@/server/platform/pool";
import { LISTED_FIELDS, type RoutingRule, type RuleCondition } from "../domain/rule";

const boundSchema = z
  .string()
  .transform((text, context) => {
    const parsed = parseAmount(text);
    if (parsed.ok) return parsed.value;
    context.addIssue({ code: "custom", message: "not an amount like 1499.00" });
    return z.NEVER;
  })
  .nullable()
  .default(null);

/** Conditions as the column holds them: amounts as the wire writes them, "1499.00". */
const conditionsSchema = z.array(
  z.union([
    z
      .strictObject({ field: z.literal("amount"), min: boundSchema, max: boundSchema })
      .transform(({ min, max }): RuleCondition => ({ field: "amount", minPaise: min, maxPaise: max })),
    z
      .strictObject({ field: z.enum(LISTED_FIELDS), oneOf: z.array(z.string()).min(1) })
      .transform(({ field, oneOf }): RuleCondition => {
        // Section 4.1 compares these two in any case; payments carry them in capitals.
        const isAnyCase = field === "card_scheme" || field === "issuing_bank";
        return { field, oneOf: isAnyCase ? oneOf.map((value) => value.toUpperCase()) : oneOf };
      }),
  ]),
);

type RuleRow = { id: number; name: string; priority: number; conditions: unknown; gateways: string[] };

/** The active rules of a merchant. Throws on a rule that cannot be read: no payment may be routed past a broken rule. */
export async function activeRules(db: Db, merchantId: number): Promise<RoutingRule[]> {
  const { rows } = await db.query<RuleRow>(
    `select id, name, priority, conditions, gateways from routing_rules where merchant_id = $1 and active`,
    [merchantId],
  );
  return rows.map((row) => {
    const conditions = conditionsSchema.safeParse(row.conditions);
    if (!conditions.success) {
      throw new Error(
        `routing rule ${row.id} of merchant ${merchantId}: ${z.prettifyError(conditions.error)}`,
      );
    }
    return { ...row, conditions: conditions.data };
  });
}

/** The rule that a new merchant starts with: every payment goes to `gateway`. */
export async function insertDefaultRule(db: Db, merchantId: number, gateway: string): Promise<void> {
  await db.query(
    `insert into routing_rules (merchant_id, id, name, priority, gateways)
     values ($1, 1, 'Every payment', 1000, array[$2])
     on conflict (merchant_id, id) do nothing`,
    [merchantId, gateway],
  );
}
