import { GatewayPanel } from "@/app/(dashboard)/gateways/_components/gateway-panel";
import type { OpsResult } from "@/lib/contract/ops";
import { AT, LATER } from "./data";
import { Example } from "./example";

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

/** A gateway in every state of its health. */
export function GatewayExamples() {
  return STATES.map(({ state, gateway: one }) => (
    <Example key={state} component="GatewayPanel" state={state}>
      <GatewayPanel gateway={one} recentPayments={recentPayments} />
    </Example>
  ));
}
