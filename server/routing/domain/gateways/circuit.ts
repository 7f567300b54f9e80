/**
 * The circuit breaker of one gateway (decision 0009), as a pure state machine. Only failures of the gateway itself
 * (`unavailable`) count; a gateway that refuses a payment is healthy.
 */
export type Circuit =
  /** The gateway is in use. `failures`: times of recent failures since the last success, oldest first. */
  | { state: "closed"; failures: readonly Date[] }
  /** Skipped until `nextTrialAt`. `openings`: number of consecutive openings, which lengthens the pause. */
  | { state: "open"; openings: number; openedAt: Date; nextTrialAt: Date }
  /** One payment makes a trial call. Its process has until `trialUntil` to report; then another may try. */
  | { state: "half_open"; openings: number; openedAt: Date; trialUntil: Date };

export const CLEAN: Circuit = { state: "closed", failures: [] };

export type CircuitSettings = {
  /** Consecutive failures that open a circuit, all within `windowMs`. */
  failures: number;
  windowMs: number;
  /** The first pause; each failed trial doubles it, up to sixteen times. */
  openMs: number;
  /** How long a trial may take before another process may start one. */
  trialLeaseMs: number;
};

const MAX_DOUBLINGS = 4;

/** Whether a payment may call the gateway now. `trial`: only as the trial call, once that is claimed. */
type CallPermit = { kind: "call" } | { kind: "trial" } | { kind: "skip"; reason: string };

export function permissionOf(circuit: Circuit, at: Date): CallPermit {
  switch (circuit.state) {
    case "closed":
      return { kind: "call" };
    case "open":
      return circuit.nextTrialAt.getTime() <= at.getTime()
        ? { kind: "trial" }
        : { kind: "skip", reason: `circuit open until ${circuit.nextTrialAt.toISOString()}` };
    case "half_open":
      return circuit.trialUntil.getTime() <= at.getTime()
        ? { kind: "trial" }
        : { kind: "skip", reason: "circuit half open: another payment is trying the gateway out" };
  }
}

/** Identifies a trial; a later trial of the same gateway has another ticket. */
export type TrialTicket = { until: Date };

/** Claims the trial, under the row lock; null when a concurrent claim was first or the circuit is closed again. */
export function claimTrial(
  circuit: Circuit,
  at: Date,
  settings: CircuitSettings,
): { circuit: Circuit; ticket: TrialTicket } | null {
  if (circuit.state === "closed" || permissionOf(circuit, at).kind !== "trial") return null;
  const { openings, openedAt } = circuit;
  const until = new Date(at.getTime() + settings.trialLeaseMs);
  return { circuit: { state: "half_open", openings, openedAt, trialUntil: until }, ticket: { until } };
}

/** The gateway responded, even with a refusal. Closes the circuit after a trial, or clears the failures. */
export function afterResponse(circuit: Circuit, ticket: TrialTicket | null): Circuit {
  switch (circuit.state) {
    case "closed":
      return CLEAN;
    case "open":
      // A response to a call from before the circuit opened.
      return circuit;
    case "half_open":
      return isTrialOf(circuit.trialUntil, ticket) ? CLEAN : circuit;
  }
}

/** The gateway failed. */
export function afterFailure(
  circuit: Circuit,
  ticket: TrialTicket | null,
  at: Date,
  settings: CircuitSettings,
): Circuit {
  switch (circuit.state) {
    case "closed": {
      const since = at.getTime() - settings.windowMs;
      const recent = circuit.failures.filter((failure) => failure.getTime() > since);
      const failures = [...recent, at];
      return failures.length < settings.failures ? { state: "closed", failures } : open(1, at, settings);
    }
    case "open":
      return circuit;
    case "half_open":
      return isTrialOf(circuit.trialUntil, ticket) ? open(circuit.openings + 1, at, settings) : circuit;
  }
}

function open(openings: number, at: Date, settings: CircuitSettings): Circuit {
  const pauseMs = settings.openMs * 2 ** Math.min(openings - 1, MAX_DOUBLINGS);
  return { state: "open", openings, openedAt: at, nextTrialAt: new Date(at.getTime() + pauseMs) };
}

function isTrialOf(trialUntil: Date, ticket: TrialTicket | null): boolean {
  return ticket !== null && ticket.until.getTime() === trialUntil.getTime();
}

/** True when a response of the gateway would change nothing, so that nothing needs to be written. */
export function isClean(circuit: Circuit): boolean {
  return circuit.state === "closed" && circuit.failures.length === 0;
}
