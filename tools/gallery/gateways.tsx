import { DeclinePanel } from "@/app/(dashboard)/gateways/_components/decline-panel";
import { GatewayList } from "@/app/(dashboard)/gateways/_components/gateway-list";
import { GatewayPanel } from "@/app/(dashboard)/gateways/_components/gateway-panel";
import type { OpsResult } from "@/lib/contract/ops";
import type { DeclineView } from "@/lib/gateways/decline-view";
import { AT, LATER } from "./data";
import { Example } from "./example";
import { GATEWAYS_ADDRESS, GatewayRateExamples } from "./gateway-rates";

const recentPayments = { since: AT, count: 470, complete: true };
const gateway: OpsResult<"gateways.list">["gateways"][number] = {
  name: "stripe",
  test: false,
  takes_payments: true,
  capabilities: { methods: ["CC", "DC"], currencies: null, voids: true, notifies: true },
  health: {
    state: "closed",
    consecutive_failures: 0,
    opened_at: null,
    next_trial_at: null,
    last_failure_at: null,
    last_failure: null,
  },
  recent: { opened: 440, failed: 12, skipped: 0 },
};
const failing = { last_failure_at: AT, last_failure: "connect ETIMEDOUT" };

const STATES = [
  { state: "in use", gateway },
  {
    state: "in use, failing",
    gateway: { ...gateway, health: { ...gateway.health, ...failing, consecutive_failures: 3 } },
  },
  {
    state: "skipped",
    gateway: {
      ...gateway,
      health: { ...gateway.health, ...failing, state: "open", opened_at: AT, next_trial_at: LATER },
    },
  },
  {
    state: "on trial",
    gateway: { ...gateway, health: { ...gateway.health, ...failing, state: "half_open", opened_at: AT } },
  },
  {
    state: "takes no payments",
    gateway: {
      ...gateway,
      name: "simulator",
      test: true,
      takes_payments: false,
      recent: { opened: 0, failed: 0, skipped: 0 },
    },
  },
  { state: "simulator", gateway: { ...gateway, name: "simulator", test: true } },
] as const;

const DECLINES: DeclineView = {
  gateways: [
    { name: "stripe", total: 1_240 },
    { name: "razorpay", total: 310 },
    { name: "simulator-north", total: 4 },
  ],
  groups: [
    {
      avoidability: "mendable",
      rows: [
        row("issuer_declined", [310, 62, 0]),
        row("merchant_account_error", [0, 40, 0]),
        row("gateway_error", [4, 31, 0]),
      ],
    },
    {
      avoidability: "unavoidable",
      rows: [row("customer_abandoned", [806, 141, 3]), row("insufficient_funds", [120, 36, 0])],
    },
    { avoidability: "unknown", rows: [row("unknown", [0, 0, 1])] },
  ],
  total: 1_554,
  unmapped: { codes: [], payments: 0 },
  onlySince: null,
};

function row(
  reason: DeclineView["groups"][number]["rows"][number]["reason"],
  counts: [number, number, number],
): DeclineView["groups"][number]["rows"][number] {
  const totals = [1_240, 310, 4] as const;
  const cells = counts.map((count, index) => ({ count, share: count / (totals[index] ?? 1) }));
  return { reason, cells, total: counts.reduce((sum, count) => sum + count, 0) };
}

const DECLINE_STATES = [
  { state: "with links", view: DECLINES, mayListPayments: true },
  {
    state: "codes without a reason",
    view: {
      ...DECLINES,
      unmapped: {
        codes: [
          {
            gateway: "razorpay",
            code: "BAD_REQUEST_ERROR:payment_mandate_not_active_for_this_customer",
            count: 1_204,
          },
          { gateway: "stripe", code: "of_next_year", count: 2 },
        ],
        payments: 1_210,
      },
    },
    mayListPayments: true,
  },
  { state: "too many to count", view: { ...DECLINES, onlySince: AT }, mayListPayments: false },
  {
    state: "none",
    view: { gateways: [], groups: [], total: 0, unmapped: { codes: [], payments: 0 }, onlySince: null },
    mayListPayments: true,
  },
] as const;

/** Why payments were not paid, by reason and gateway. */
function DeclineExamples() {
  return (
    <>
      {DECLINE_STATES.map(({ state, view, mayListPayments }) => (
        <Example key={state} component="DeclinePanel" state={state}>
          <DeclinePanel
            read={{ kind: "found", value: view, readAt: AT }}
            address={GATEWAYS_ADDRESS}
            mayListPayments={mayListPayments}
          />
        </Example>
      ))}
    </>
  );
}

/** A gateway in every state of its health. */
export function GatewayExamples() {
  return (
    <>
      <GatewayStates />
      <GatewayRateExamples />
      <DeclineExamples />
    </>
  );
}

function GatewayStates() {
  return (
    <>
      <Example component="GatewayList" state="in every state, without rates">
        <GatewayList
          gateways={STATES.map(({ gateway: one }, index) => ({ ...one, name: `${one.name}-${index}` }))}
          rates={null}
          address={GATEWAYS_ADDRESS}
          mayManage
        />
      </Example>
      {STATES.map(({ state, gateway: one }) => (
        <Example key={state} component="GatewayPanel" state={state}>
          <GatewayPanel gateway={one} recentPayments={recentPayments} />
        </Example>
      ))}
    </>
  );
}
