import {
  afterAnswer,
  afterFailure,
  type Circuit,
  claimTrial,
  CLEAN,
  permissionOf,
  type TrialTicket,
} from "../../server/routing/domain/gateways/circuit";
import { GATEWAY_MS } from "./assumptions";
import { CIRCUIT, GATEWAY_LIMIT_MS } from "./figures";

export type Slowness = { fromMs: number; untilMs: number; answerMs: number };

export type Call = { endsAt: number; isFailed: boolean; ticket: TrialTicket | null };

/** One gateway of a cell that is slow for a while, behind the service's own circuit breaker (decision 0009). */
export class SlowGateway {
  #circuit: Circuit = CLEAN;
  readonly #slowness: Slowness;

  constructor(slowness: Slowness) {
    this.#slowness = slowness;
  }

  /** Null when the circuit is open: the payment goes to its next gateway. */
  call(at: number): Call | null {
    const permit = permissionOf(this.#circuit, new Date(at)).kind;
    if (permit === "skip") return null;
    const claim = permit === "trial" ? claimTrial(this.#circuit, new Date(at), CIRCUIT) : null;
    if (claim !== null) this.#circuit = claim.circuit;
    const isSlow = at >= this.#slowness.fromMs && at < this.#slowness.untilMs;
    const answerMs = isSlow ? this.#slowness.answerMs : GATEWAY_MS;
    return {
      endsAt: at + Math.min(answerMs, GATEWAY_LIMIT_MS),
      isFailed: answerMs >= GATEWAY_LIMIT_MS,
      ticket: claim?.ticket ?? null,
    };
  }

  end({ endsAt, isFailed, ticket }: Call): void {
    this.#circuit = isFailed
      ? afterFailure(this.#circuit, ticket, new Date(endsAt), CIRCUIT)
      : afterAnswer(this.#circuit, ticket);
  }
}
