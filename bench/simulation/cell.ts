import { randomFrom } from "../routing/random.mjs";
import { CREATION, FOLLOWING, GATEWAY_MS, GATEWAYS, RETRY_PAUSES_MS, type Step } from "./assumptions";
import { EventQueue } from "./event-queue";
import { PATIENCE_MS, REFUNDS_PER_PAYMENT } from "./figures";
import { KeyLimit } from "./key-limit";
import { type Merchant, perSecondOf } from "./merchants";
import { exponential, picker } from "./pick";
import { type Call, SlowGateway, type Slowness } from "./slow-gateway";
import { Station } from "./station";
import { Tally } from "./tally";
import { TimedList } from "./timed-list";

export type Processors = { service: number; worker: number; database: number };

export type PlacedMerchant = Merchant & {
  /** Names the row of the results that counts its payments. */
  group: string;
  /** The rate limit of its key, on all service processes together; null: none. */
  keyLimit: { perSecond: number; burst: number } | null;
};

export type Cell = {
  merchants: readonly PlacedMerchant[];
  processors: Processors;
  /** Processor time of a program for a request beyond a merchant's limit; 0: the proxy before the cell refuses it. */
  refusalMs: number;
  /** While the whole cell is down. */
  lost: { fromMs: number; untilMs: number } | null;
  slowness: Slowness | null;
};

export type Span = { durationMs: number; measuredFromMs: number };

type Request = {
  step: Step;
  merchant: number;
  firstSentMs: number;
  workMs: number;
  retries: number;
};

type Event = { at: number; request: Request } & (
  | { kind: "arrives" | "reaches database" | "opens checkout" }
  | { kind: "gateway answers"; call: Call }
);

/**
 * Simulates one cell: requests wait for a processor of the programs, then for one of the database; a creation then waits
 * for a gateway. Cells share nothing, so each is simulated alone, and the same cell and seed give the same result.
 */
export function simulateCell(cell: Cell, span: Span, seed: number): Tally {
  const run = new CellRun(cell, span, seed);
  run.toEnd();
  return run.tally;
}

class CellRun {
  readonly tally: Tally;
  readonly #cell: Cell;
  readonly #span: Span;
  readonly #random: () => number;
  readonly #service: Station;
  readonly #worker: Station;
  readonly #database: Station;
  readonly #limits: (KeyLimit | null)[];
  readonly #slow: SlowGateway | null;
  readonly #events = new EventQueue<Event>();
  readonly #following = FOLLOWING.map((step) => ({ step, due: new TimedList() }));
  /** The list whose next request is due first; null after a change of the lists. */
  #first: { step: Step; due: TimedList } | null = null;
  #isRestarted = false;

  constructor(cell: Cell, span: Span, seed: number) {
    this.tally = new Tally(Math.ceil(span.durationMs / 1_000));
    this.#cell = cell;
    this.#span = span;
    this.#random = randomFrom(seed);
    this.#service = new Station(cell.processors.service);
    this.#worker = new Station(cell.processors.worker);
    this.#database = new Station(cell.processors.database);
    const { merchants, slowness } = cell;
    this.#limits = merchants.map(({ keyLimit }) => (keyLimit === null ? null : new KeyLimit(keyLimit)));
    this.#slow = slowness === null ? null : new SlowGateway(slowness);
  }

  toEnd(): void {
    const { merchants } = this.#cell;
    const pick = picker(
      merchants.map(({ perSecond }) => perSecond),
      this.#random,
    );
    const meanGapMs = 1_000 / perSecondOf(merchants);
    let nextPaymentAt = exponential(meanGapMs, this.#random);
    for (;;) {
      const following = (this.#first ??= this.#firstFollowing());
      const event = this.#events.earliest;
      const eventAt = event?.at ?? Infinity;
      const at = Math.min(nextPaymentAt, following.due.dueAt, eventAt);
      if (at > this.#span.durationMs) break;
      if (!this.#isRestarted) this.#restartAfterLoss(at);
      if (at === eventAt && event !== undefined) {
        this.#events.take();
        this.#handle(event);
      } else if (at === nextPaymentAt) {
        const request = newRequest(CREATION, pick(), at);
        if (this.#isMeasured(request)) this.#outcomeOf(request).wanted += 1;
        this.#arrive(request, at);
        nextPaymentAt += exponential(meanGapMs, this.#random);
      } else {
        this.#first = null;
        this.#arrive(newRequest(following.step, following.due.take(), at), at);
      }
    }
    this.#countWaiting();
  }

  #firstFollowing(): { step: Step; due: TimedList } {
    return this.#following.reduce((first, list) => (list.due.dueAt < first.due.dueAt ? list : first));
  }

  #handle(event: Event): void {
    switch (event.kind) {
      case "arrives":
        return this.#arrive(event.request, event.at);
      case "reaches database":
        return this.#reachDatabase(event.request, event.at);
      case "opens checkout":
        return this.#openCheckout(event.request, event.at);
      case "gateway answers":
        this.#slow?.end(event.call);
        return this.#create(event.request, event.call.isFailed ? event.at + GATEWAY_MS : event.at);
    }
  }

  #arrive(request: Request, at: number): void {
    const { step } = request;
    if (this.#isLost(at)) return this.#refuse(request, at);
    const programs = step.from === "job" ? this.#worker : this.#service;
    if (step.from === "merchant" && this.#limits[request.merchant]?.admits(at) === false) {
      if (this.#cell.refusalMs > 0) programs.serve(at, exponential(this.#cell.refusalMs, this.#random));
      return this.#refuse(request, at);
    }
    const end = this.#serve(programs, request, at, step.cost.programMs);
    if (end !== null) this.#events.add({ kind: "reaches database", at: end, request });
  }

  #reachDatabase(request: Request, at: number): void {
    const end = this.#serve(this.#database, request, at, request.step.cost.databaseMs);
    if (end === null || request.step !== CREATION) return;
    this.#follow(request, at);
    if (this.#slow === null) this.#create(request, end + GATEWAY_MS);
    else this.#events.add({ kind: "opens checkout", at: end, request });
  }

  /** When the work ends, or null when the request is refused: nobody waits so long, or the cell is lost meanwhile. */
  #serve(station: Station, request: Request, at: number, meanMs: number): number | null {
    const start = station.startOf(at);
    if (request.step.from !== "job" && start - at > PATIENCE_MS) {
      this.#refuse(request, at);
      return null;
    }
    const workMs = exponential(meanMs, this.#random);
    this.tally.addToQueue(at, start);
    const end = station.serve(at, workMs);
    const { lost } = this.#cell;
    if (lost !== null && at < lost.fromMs && end >= lost.fromMs) {
      this.#refuse(request, lost.fromMs);
      return null;
    }
    request.workMs += workMs;
    return end;
  }

  #follow({ merchant }: Request, at: number): void {
    const hasRefund = this.#random() < REFUNDS_PER_PAYMENT;
    this.#first = null;
    for (const { step, due } of this.#following)
      if (!step.isOfRefund || hasRefund) due.add(at + step.afterMs, merchant);
  }

  #openCheckout(request: Request, at: number): void {
    const isFirstGatewaySlow = Math.floor(this.#random() * GATEWAYS) === 0;
    const call = isFirstGatewaySlow ? (this.#slow?.call(at) ?? null) : null;
    if (call === null) return this.#create(request, at + GATEWAY_MS);
    this.#events.add({ kind: "gateway answers", at: call.endsAt, request, call });
  }

  #create(request: Request, doneAt: number): void {
    if (!this.#isMeasured(request)) return;
    const outcome = this.#outcomeOf(request);
    if (doneAt > this.#span.durationMs) {
      outcome.waiting += 1;
      return;
    }
    const waitMs = doneAt - request.firstSentMs - request.workMs - GATEWAY_MS;
    outcome.created += 1;
    outcome.waits.add(waitMs);
    this.tally.addWait(request.firstSentMs, waitMs);
  }

  /** A job is a row of the database, so it is there again when the cell is. Everything else is sent again some times. */
  #refuse(request: Request, at: number): void {
    const { lost } = this.#cell;
    if (request.step.from === "job" && lost !== null)
      return this.#events.add({ kind: "arrives", at: lost.untilMs, request });
    const isCounted = request.step === CREATION && this.#isMeasured(request);
    if (isCounted && request.retries === 0) this.#outcomeOf(request).refused += 1;
    const pauseMs = RETRY_PAUSES_MS[request.retries];
    if (pauseMs !== undefined) {
      const retryAt = at + pauseMs * (0.5 + this.#random());
      request.retries += 1;
      this.#events.add({ kind: "arrives", at: retryAt, request });
    } else if (isCounted) this.#outcomeOf(request).givenUp += 1;
  }

  #countWaiting(): void {
    for (let event = this.#events.take(); event !== undefined; event = this.#events.take())
      if (event.request.step === CREATION && this.#isMeasured(event.request))
        this.#outcomeOf(event.request).waiting += 1;
  }

  #isLost(at: number): boolean {
    const { lost } = this.#cell;
    return lost !== null && at >= lost.fromMs && at < lost.untilMs;
  }

  #restartAfterLoss(at: number): void {
    const { lost } = this.#cell;
    if (lost === null || at < lost.untilMs) return;
    for (const station of [this.#service, this.#worker, this.#database]) station.restart(lost.untilMs);
    this.#isRestarted = true;
  }

  #isMeasured({ firstSentMs }: Request): boolean {
    return firstSentMs >= this.#span.measuredFromMs;
  }

  #outcomeOf({ merchant }: Request) {
    return this.tally.of(this.#cell.merchants[merchant]?.group ?? "");
  }
}

function newRequest(step: Step, merchant: number, firstSentMs: number): Request {
  return { step, merchant, firstSentMs, workMs: 0, retries: 0 };
}
