import type { MerchantCode } from "./merchant-code";
import type { TestService } from "./service";

/** A rule in wire format; the default of every field is the simplest: active, for every payment. */
export function rule(id: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id,
    name: `Rule ${id}`,
    priority: 100,
    active: true,
    target: { kind: "gateway", gateway: "simulator" },
    ...fields,
  };
}

/** Puts rules in force after the current version; returns the new version. */
export async function saveRules(
  merchant: MerchantCode,
  rules: readonly Record<string, unknown>[],
): Promise<number> {
  const current = await merchant.ops("POST", "/v1/ops/rules/current", {});
  const { version } = current.json as { version: number };
  const saved = await merchant.ops("POST", "/v1/ops/rules/save", { expected_version: version, rules });
  if (saved.status !== 200) throw new Error(`the rules were not saved: ${saved.text}`);
  return (saved.json as { version: number }).version;
}

/**
 * Stores a version of the sandbox's rules without validation, as an older release or a removed gateway may leave it.
 */
export async function storeRules(service: TestService, rules: readonly unknown[]): Promise<number> {
  const { rows } = await service.db.query<{ version: number }>(
    `insert into routing_rule_sets (merchant_id, version, rules, author, created_at)
     select 1, max(version) + 1, $1, 'test', now() from routing_rule_sets where merchant_id = 1 returning version`,
    [JSON.stringify(rules)],
  );
  return rows[0]?.version ?? 0;
}
