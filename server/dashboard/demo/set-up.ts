import type { WireRule } from "@/lib/contract/rules/rule";
import { setApprovalRule } from "../approvals/commands/set-approval-rule";
import { createKey } from "../keys/commands/create-key";
import { currentRules } from "../rules/queries/current-rules";
import { saveRules } from "../rules/commands/save-rules";
import { composeRoles, saveViews } from "./roles";
import { type Desk, expectKind } from "./staff";

const ORDERED = ["simulator", "simulator-north", "simulator-south"];

function rule(id: string, name: string, priority: number, rest: Partial<WireRule>): WireRule {
  return { id, name, priority, active: true, target: { kind: "failover", gateways: ORDERED }, ...rest };
}

const CARDS = rule("cards", "Cards are shared", 20, {
  conditions: { field: "payment_method", one_of: ["CC", "DC", "EMI"] },
  target: {
    kind: "split",
    shares: [
      { gateway: "simulator-north", weight: 70 },
      { gateway: "simulator-south", weight: 30 },
    ],
  },
});
const ABROAD = rule("abroad", "Foreign currencies", 10, {
  conditions: { field: "currency", one_of: ["USD", "EUR", "AED"] },
  target: { kind: "failover", gateways: ["simulator-south", "simulator"] },
});
const LARGE = rule("large", "Large amounts", 5, {
  conditions: { field: "amount", min: "20000.00" },
  target: { kind: "failover", gateways: ["simulator-north", "simulator"] },
});
const REST = rule("rest", "Everything else", 100, {});
/** The versions of the rules through the half year. */
const VERSIONS: readonly { note: string; rules: WireRule[] }[] = [
  { note: "Cards go to two gateways.", rules: [CARDS, REST] },
  { note: "The southern gateway takes foreign cards.", rules: [ABROAD, CARDS, REST] },
  { note: "Large amounts go where they are approved most often.", rules: [LARGE, ABROAD, CARDS, REST] },
];
const RULES_EVERY = "1440";

/** People, roles, thresholds, keys, views and the first rules. */
export async function beginSetUp(desk: Desk): Promise<void> {
  const { staff } = desk;
  await staff.signInOwn();
  const roles = await composeRoles(desk);
  await staff.invite(roles);
  const admin = () => staff.as("admin");
  const thresholds = [
    ["finance", "INR", "15000.00"],
    ["finance", "*", "500.00"],
  ] as const;
  for (const [role, currency, threshold] of thresholds) {
    const input = { role, currency, threshold, lifetimeMinutes: RULES_EVERY };
    expectKind(await setApprovalRule(admin(), input), "saved");
  }
  for (const label of ["Web shop", "App"]) {
    expectKind(
      await createKey(admin(), { label, expiresAt: null, perSecond: null, burst: null, access: null }),
      "done",
    );
  }
  await saveViews(desk, roles);
  await changeRules(desk);
}

/** Puts the next version in force. */
export async function changeRules({ staff }: Desk): Promise<void> {
  const admin = staff.as("admin");
  const read = expectKind(await currentRules(admin), "found");
  const { version } = read.value.current;
  const next = VERSIONS[version - 1];
  if (next === undefined) return;
  expectKind(await saveRules(admin, { expectedVersion: version, ...next }), "done");
}
