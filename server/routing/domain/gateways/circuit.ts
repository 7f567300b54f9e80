/**
 * The circuit breaker of one gateway (decision 0009), as a pure state machine. Only failures of the gateway itself
 * (`unavailable`) count; a gateway that refuses a payment works.
 */
export type Circuit =
  /** In use. `failures`: when it failed lately without a success since, oldest first. */
  | { state: "closed"; failures: readonly Date[] }
  /** Skipped until `nextTrialAt`. `openings`: how often in a row, which lengthens the pause. */
  | { state: "open"; openings: number; openedAt: Date; nextTrialAt: Date }
  /** One payment tries it out. Its process has until `trialUntil` to tell; then another may try. */
  | { state: "half_open"; openings: number; openedAt: Date; trialUntil: Date };

export const CLEAN: Circuit = { state: "closed", failures: [] };

export type CircuitSettings = {
  /** Consecutive failures that open a circuit, all within `windowMs`. */
  failures: number;
  windowMs: number;
  /** The first pause; each trial that fails doubles it, up to sixteen times. */
  openMs: number;
  /** How long a trial may take before another process may make one. */
  trialLeaseMs: number;
};

const MAX_DOUBLINGS = 4;

/** Whether a payment may ask the gateway now. `trial`: as the one that tries it out, once that is claimed. */
export type CallPermit = { kind: "ask" } | { kind: "trial" } | { kind: "skip"; reason: string };

export function permissionOf(circuit: Circuit, at: Date): CallPermit {
  switch (circuit.state) {
    case "closed":
      return { kind: "ask" };
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

/** Whoever makes a trial; a later trial of the same gateway has another. */
export type TrialTicket = { until: Date };

/** Claims the trial, under the row lock; null when somebody else was faster or the gateway is in use again. */
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

/** The gateway answered, be it with a refusal. Closes the circuit when the trial says so, or forgets failures. */
export function afterAnswer(circuit: Circuit, ticket: TrialTicket | null): Circuit {
  switch (circuit.state) {
    case "closed":
      return CLEAN;
    case "open":
      // An answer to a question from before it opened.
      return circuit;
    case "half_open":
      return isTrialOf(circuit.trialUntil, ticket) ? CLEAN : circuit;
  }
}

/** The gateway did not work. */
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

/** True when an answer of the gateway would change nothing, so that nothing needs to be written. */
export function isClean(circuit: Circuit): boolean {
  return circuit.state === "closed" && circuit.failures.length === 0;
}
