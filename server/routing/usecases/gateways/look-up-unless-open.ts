import {
  afterFailure,
  claimTrial,
  CLEAN,
  permissionOf,
  type TrialTicket,
} from "../../domain/gateways/circuit";
import { GatewayUnavailable } from "../../gateway/port";
import type { Deps } from "../deps";
import type { CallRun } from "./gateway-calls";
import type { Place } from "./gateway-of";

type TurnDeps = Pick<Deps, "gatewayCalls" | "circuit" | "clock" | "logger">;

/**
 * Looks up a payment at its gateway; a poll that can wait not while the gateway does not respond: then one poll at a time tries
 * it (decision 0362). The circuit is this process's own: polls and openings of checkouts are other calls, and a gateway that
 * answers the ones may fail the others.
 */
export async function lookUpUnlessOpen<T>(
  deps: TurnDeps,
  place: Place,
  { canWait }: { canWait: boolean },
  call: () => Promise<T>,
): Promise<CallRun<T>> {
  const { pollCircuits } = deps.gatewayCalls;
  const account = accountName(place);
  const entry = enter(deps, account);
  if (entry === "skip" && canWait) return { kind: "busy" };
  try {
    const value = await call();
    pollCircuits.delete(account);
    return { kind: "done", value };
  } catch (error) {
    if (hasResponded(error)) pollCircuits.delete(account);
    else reportFailure(deps, account, entry === "skip" ? null : entry.ticket);
    throw error;
  }
}

function accountName({ merchantId, gateway, gatewayAccount }: Place): string {
  return gatewayAccount === null ? gateway : `${gateway}@${merchantId} ${gatewayAccount}`;
}

function enter(
  { gatewayCalls: { pollCircuits }, circuit: settings, clock }: TurnDeps,
  account: string,
): "skip" | { ticket: TrialTicket | null } {
  const circuit = pollCircuits.get(account) ?? CLEAN;
  const at = clock.now();
  switch (permissionOf(circuit, at).kind) {
    case "call":
      return { ticket: null };
    case "skip":
      return "skip";
    case "trial": {
      const claim = claimTrial(circuit, at, settings);
      if (claim === null) return "skip";
      pollCircuits.set(account, claim.circuit);
      return { ticket: claim.ticket };
    }
  }
}

function reportFailure(
  { gatewayCalls: { pollCircuits }, circuit: settings, clock, logger }: TurnDeps,
  account: string,
  ticket: TrialTicket | null,
): void {
  const before = pollCircuits.get(account) ?? CLEAN;
  const circuit = afterFailure(before, ticket, clock.now(), settings);
  pollCircuits.set(account, circuit);
  if (circuit.state === "open" && before.state !== "open") {
    const until = circuit.nextTrialAt.toISOString();
    logger.warn({ account, until }, "a gateway does not respond: its payments are not polled for a while");
  }
}

/** Subclasses of `GatewayUnavailable` are about one record at a gateway that responds. */
function hasResponded(error: unknown): boolean {
  return !(error instanceof GatewayUnavailable && error.constructor === GatewayUnavailable);
}
