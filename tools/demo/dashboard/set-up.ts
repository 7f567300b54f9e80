import type { OpsArguments } from "@/lib/contract/ops";
import type { WireRule } from "@/lib/contract/rules/rule";
import type { PaymentMethod } from "@/lib/contract/statuses";
import { setApprovalRule } from "@/server/dashboard/approvals/commands/set-approval-rule";
import { saveFees } from "@/server/dashboard/gateways/commands/save-fees";
import { createKey } from "@/server/dashboard/keys/commands/create-key";
import { currentRules } from "@/server/dashboard/rules/queries/current-rules";
import { saveRules } from "@/server/dashboard/rules/commands/save-rules";
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
const CHEAP = rule("rest", "Everything else", 100, {
  target: {
    kind: "success_rate",
    gateways: ORDERED,
    floor_percent: 2,
    shift_percent: 10,
    cost_within_percent: 1.5,
  },
});
/** The versions of the rules through the half year. */
const VERSIONS: readonly { note: string; rules: WireRule[] }[] = [
  { note: "Cards go to two gateways.", rules: [CARDS, REST] },
  { note: "The southern gateway takes foreign cards.", rules: [ABROAD, CARDS, REST] },
  {
    note: "Large amounts go to the north; the rest where it succeeds most often, for the lower fee within 1.5 points.",
    rules: [LARGE, ABROAD, CARDS, CHEAP],
  },
];
const RULES_EVERY = "1440";

type Fees = OpsArguments<"gateways.save_fees">["fees"];
const fee = (
  currency: string,
  method: PaymentMethod | null,
  percent: string,
  fixed: string,
): Fees[number] => ({
  currency,
  payment_method: method,
  percent,
  fixed,
});
/** As on price lists of India, with the tax on services. */
const FEES: Readonly<Record<string, Fees>> = {
  simulator: [
    fee("INR", null, "2.36", "0.00"),
    fee("INR", "UPI", "0", "0.00"),
    fee("USD", null, "3.54", "0.00"),
  ],
  "simulator-north": [
    fee("INR", null, "2.124", "2.00"),
    fee("INR", "UPI", "0.35", "0.00"),
    fee("INR", "NB", "0", "17.70"),
  ],
  "simulator-south": [
    fee("INR", null, "1.9", "3.00"),
    fee("INR", "UPI", "0", "1.18"),
    fee("USD", null, "2.9", "0.30"),
    fee("EUR", null, "2.9", "0.25"),
  ],
};

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
  for (const [gateway, fees] of Object.entries(FEES)) {
    expectKind(await saveFees(admin(), { gateway, revision: 0, fees }), "done");
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
