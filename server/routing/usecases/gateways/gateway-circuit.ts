import { inTransaction } from "@/server/platform/transaction";
import {
  afterResponse,
  afterFailure,
  type Circuit,
  claimTrial,
  isClean,
  permissionOf,
  type TrialTicket,
} from "../../domain/gateways/circuit";
import {
  type GatewayHealth,
  lockGatewayHealth,
  saveGatewayHealth,
} from "../../store/gateways/gateway-health";
import type { Deps } from "../deps";

type Entry = { kind: "call"; ticket: TrialTicket | null } | { kind: "skip"; reason: string };

/**
 * Whether a payment may use a gateway whose health was read as `seen`. When a trial call is due, exactly one payment
 * across all processes gets it (decision 0009).
 */
export async function enterCircuit(deps: Deps, gateway: string, seen: GatewayHealth): Promise<Entry> {
  const permission = permissionOf(seen.circuit, seen.readAt);
  switch (permission.kind) {
    case "call":
      return { kind: "call", ticket: null };
    case "skip":
      return permission;
    case "trial":
      return enterTrial(deps, gateway);
  }
}

function enterTrial(deps: Deps, gateway: string): Promise<Entry> {
  return inTransaction(deps.pool, async (db): Promise<Entry> => {
    const health = await lockGatewayHealth(db, gateway);
    const claim = claimTrial(health.circuit, health.readAt, deps.circuit);
    if (claim !== null) {
      await saveGatewayHealth(db, gateway, { ...health, circuit: claim.circuit });
      return { kind: "call", ticket: claim.ticket };
    }
    const permission = permissionOf(health.circuit, health.readAt);
    return permission.kind === "skip" ? permission : { kind: "call", ticket: null };
  });
}

/**
 * Records a response of the gateway. Writes nothing when the gateway was already healthy, so that its row is not hot.
 */
export async function reportResponse(
  deps: Deps,
  gateway: string,
  seen: Circuit,
  ticket: TrialTicket | null,
): Promise<void> {
  if (isClean(seen)) return;
  await inTransaction(deps.pool, async (db) => {
    const health = await lockGatewayHealth(db, gateway);
    const circuit = afterResponse(health.circuit, ticket);
    await saveGatewayHealth(db, gateway, { ...health, circuit });
    if (health.circuit.state !== circuit.state) deps.logger.info({ gateway }, "a gateway is in use again");
  });
}

const MAX_MESSAGE_LENGTH = 500;

/** Records a failure of the gateway. */
export async function reportFailure(
  deps: Deps,
  gateway: string,
  ticket: TrialTicket | null,
  message: string,
): Promise<void> {
  await inTransaction(deps.pool, async (db) => {
    const health = await lockGatewayHealth(db, gateway);
    const at = health.readAt;
    const circuit = afterFailure(health.circuit, ticket, at, deps.circuit);
    const lastFailure = { at, message: message.slice(0, MAX_MESSAGE_LENGTH) };
    await saveGatewayHealth(db, gateway, { circuit, lastFailure });
    if (circuit.state === "open" && health.circuit.state !== "open") {
      const until = circuit.nextTrialAt.toISOString();
      deps.logger.warn({ gateway, until }, "a gateway is skipped after repeated failures");
    }
  });
}
