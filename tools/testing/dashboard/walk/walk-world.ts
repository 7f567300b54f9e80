import { randomUUID } from "node:crypto";
import { amountLimit } from "@/lib/can";
import type { RefundRecord, TransactionRecord } from "@/lib/contract/responses";
import { paiseOf } from "@/lib/money";
import { releaseRefunds } from "@/server/platform/refund-hold";
import type { DemoRandom } from "@/tools/demo/random";
import { findMemberRole } from "@/server/dashboard/accounts/store";
import { listApprovalRulesFor } from "@/server/dashboard/approvals/store";
import { limitOfRole } from "@/server/dashboard/approvals/domain";
import type { Actor } from "@/server/dashboard/auth/actor";
import type { Ctx } from "@/server/dashboard/context";
import { insertSession } from "@/server/dashboard/people/store/sessions";
import type { Services } from "@/server/dashboard/runtime";
import { passForRows } from "../due-work";
import type { Harness } from "../harness";
import { dieBefore } from "../dying-pool";
import { composeRole } from "../roles";
import type { Books, SentRefund } from "./books";
import { outOf } from "./check-books";
import { readBooks } from "./read-books";

export const ACTORS = ["first", "second", "admin", "support"] as const;
export type ActorName = (typeof ACTORS)[number];

/** How far the clocks of the two processes are apart, in milliseconds. */
const OFFSETS_MS = [0, -5_000, 5_000, -60_000, 90_000, -180_000] as const;
const PAYMENTS = 2;
const FAR_AWAY = new Date("2100-01-01T00:00:00.000Z");

type Seen = { step: number; requestedAt: string };

/** One walk: its people, payments and processes, and what the walk itself remembers of both sides. */
export class WalkWorld {
  step = 0;
  readonly payments: TransactionRecord[] = [];
  readonly actors = new Map<ActorName, Actor>();
  readonly processes: Services[] = [];
  /** The composed role with a refund limit. */
  limitedRole = "";
  /** By refund or row: what a person named when they confirmed it. */
  readonly confirmed = new Map<string, Set<string>>();
  readonly requests = new Map<string, string>();
  readonly heldSteps = new Set<number>();
  isHeld = false;

  private readonly firstSeen = new Map<
    string,
    { step: number; failedStep: number | null; lateStep: number | null }
  >();
  private readonly decided = new Map<string, Seen>();
  private readonly manual = new Map<string, { step: number; endedStep: number | null }>();
  private readonly waiting = new Map<string, { step: number; endedStep: number | null }>();
  private readonly excused = new Map<string, bigint>();
  /** What each person may refund alone, since a step; the last one is in force. */
  private readonly alone = new Map<string, { step: number; limitPaise: bigint | null }[]>();

  constructor(
    readonly harness: Harness,
    readonly random: DemoRandom,
  ) {}

  async begin(): Promise<void> {
    const { harness, random } = this;
    await harness.reset();
    const roles = { first: "finance", second: "finance", admin: "admin", support: "support" } as const;
    for (const name of ACTORS) this.actors.set(name, (await harness.ctxOf(roles[name])).actor);
    await harness.pool.query("update sessions set expires_at = $1", [FAR_AWAY]);
    const offsetMs = random.of(OFFSETS_MS);
    const later = harness.connect();
    const { clock } = harness;
    this.processes.push(harness.services, {
      ...later,
      clock: { now: () => new Date(clock.now().getTime() + offsetMs) },
    });
    harness.service.ops = random.weighted([
      [harness.service.ops, 8],
      [{ idempotency: false, operations: ["refunds.search"] }, 1],
      [{ idempotency: true, operations: [] }, 1],
    ]);
    this.limitedRole = await composeRole(await this.ctx("admin"), {
      name: `Desk ${randomUUID().slice(0, 8)}`,
      permissions: ["view_payments", "view_refunds", "refund_payment", "run_bulk", "settle_refund"],
      refundLimits: [{ currency: "INR", amount: "150" }],
    });
    for (let at = 1; at <= PAYMENTS; at += 1)
      this.payments.push(harness.service.addPayment({ merchant_transaction_id: `PAY-${at}` }));
    await this.noteAlone();
  }

  actor(name: ActorName): Actor {
    const found = this.actors.get(name);
    if (found === undefined) throw new Error("everybody is there from the beginning");
    return found;
  }

  /** The context of a request: the person's role is read now, as for each request. */
  async ctx(name: ActorName, services: Services = this.processes[0] ?? this.harness.services): Promise<Ctx> {
    const actor = this.actor(name);
    const role = (await findMemberRole(this.harness.pool, actor.userId)) ?? actor.role;
    return { ...services, actor: { ...actor, role }, requestId: randomUUID() };
  }

  /** One of the processes; now and then one that dies before one of its next statements. */
  process({ dies = 0 }: { dies?: number } = {}): Services {
    const services = this.random.of(this.processes);
    if (!this.random.chance(dies)) return services;
    return { ...services, pool: dieBefore(services.pool, this.random.whole(1, 30)) };
  }

  /** After a change of role their sessions have ended, and they sign in again. */
  async signIn(name: ActorName): Promise<void> {
    const actor = this.actor(name);
    const sessionId = randomUUID();
    await insertSession(this.harness.pool, {
      id: sessionId,
      personId: actor.userId,
      createdAt: new Date(0),
      expiresAt: FAR_AWAY,
    });
    this.actors.set(name, { ...actor, sessionId });
  }

  /** For processes, database and due rows alike. */
  async letPass(ms: number): Promise<void> {
    await this.harness.pass(ms);
    await passForRows(this.harness.pool, ms);
  }

  async release(): Promise<string> {
    await releaseRefunds(this.harness.pool, this.harness.clock.now());
    this.isHeld = false;
    return "refunds are released";
  }

  confirm(id: string, named: readonly string[]): void {
    this.confirmed.set(id, new Set([...(this.confirmed.get(id) ?? []), ...named]));
  }

  /** What each person may refund alone from this step on. */
  async noteAlone(): Promise<void> {
    const { pool } = this.harness;
    for (const { userId } of this.actors.values()) {
      const role = await findMemberRole(pool, userId);
      if (role === null) continue;
      const limit = limitOfRole(role, await listApprovalRulesFor(pool, role), "INR");
      const own = amountLimit(role, "refund_payment", "INR");
      const bounds = [limit === null ? null : (limit.thresholdPaise ?? 0n), own].filter(
        (one) => one !== null,
      );
      const [least = null] = bounds.sort((a, b) => (a < b ? -1 : 1));
      const entries = this.alone.get(userId) ?? [];
      if (entries.at(-1)?.limitPaise !== least || entries.length === 0)
        this.alone.set(userId, [...entries, { step: this.step, limitPaise: least }]);
    }
  }

  /** The largest amount that was allowed at any time of the step. */
  private aloneUpTo(personId: string, step: number): bigint | null {
    const entries = this.alone.get(personId) ?? [];
    const before = entries.filter((entry) => entry.step < step).at(-1);
    const inForce = [before, ...entries.filter((entry) => entry.step === step)].filter(
      (one) => one !== undefined,
    );
    if (inForce.length === 0 || inForce.some(({ limitPaise }) => limitPaise === null)) return null;
    return inForce.reduce(
      (most, { limitPaise }) => (limitPaise !== null && limitPaise > most ? limitPaise : most),
      0n,
    );
  }

  /** Both sides as they are now. */
  async books(): Promise<Books> {
    const read = await readBooks(this.harness.pool);
    const sent = this.sent();
    const books: Books = {
      step: this.step,
      paid: new Map(this.payments.map((one) => [one.transaction_id, paiseOf(one.transaction_amount)])),
      sent,
      intents: read.intents.map(({ requestedAt, ...intent }) => ({
        ...intent,
        decidedStep: this.decidedStep(intent.id, requestedAt),
      })),
      rows: read.rows,
      manual: read.manual.map((one) => ({ ...one, ...seenOf(this.manual, one.id, !one.isHeld, this.step) })),
      confirmed: this.confirmed,
      requests: this.requests,
      waiting: read.requests.map(({ isEnded, ...one }) => ({
        ...one,
        ...seenOf(this.waiting, one.id, isEnded, this.step),
      })),
      excused: this.excused,
      aloneUpTo: (personId, step) => this.aloneUpTo(personId, step),
      heldSteps: this.heldSteps,
    };
    for (const [transactionId, excusedPaise] of this.excused) {
      const overPaise = outOf(books, transactionId) - (books.paid.get(transactionId) ?? 0n);
      if (overPaise < excusedPaise) this.excused.set(transactionId, overPaise > 0n ? overPaise : 0n);
    }
    return books;
  }

  /** A late payment that leaves more out than in: the gateway did that. */
  async excuse(transactionId: string): Promise<void> {
    const books = await this.books();
    const overPaise = outOf(books, transactionId) - (books.paid.get(transactionId) ?? 0n);
    if (overPaise > 0n) this.excused.set(transactionId, overPaise);
  }

  private sent(): SentRefund[] {
    const { refunds, keys } = this.harness.service;
    return [...refunds].reverse().map((refund, position) => {
      const seen = this.firstSeen.get(refund.refund_id) ?? {
        step: this.step,
        failedStep: null,
        lateStep: null,
      };
      if (refund.refund_status === "FAILURE") seen.failedStep ??= this.step;
      if (isPaidLate(refund)) seen.lateStep ??= this.step;
      this.firstSeen.set(refund.refund_id, seen);
      return {
        refundId: refund.refund_id,
        key: keys.get(refund.refund_id) ?? "",
        transactionId: refund.transaction_id,
        amountPaise: paiseOf(refund.refund_amount),
        status: refund.refund_status,
        position,
        step: seen.step,
        failedStep: seen.failedStep,
        paidLateStep: seen.lateStep,
      };
    });
  }

  private decidedStep(id: string, requestedAt: Date): number {
    const seen = this.decided.get(id);
    const at = requestedAt.toISOString();
    if (seen?.requestedAt === at) return seen.step;
    this.decided.set(id, { step: this.step, requestedAt: at });
    return this.step;
  }
}

/** When it was first seen, and first seen ended. */
function seenOf(
  known: Map<string, { step: number; endedStep: number | null }>,
  id: string,
  isEnded: boolean,
  step: number,
): { step: number; endedStep: number | null } {
  const seen = known.get(id) ?? { step, endedStep: null };
  if (isEnded) seen.endedStep ??= step;
  known.set(id, seen);
  return seen;
}

export const isPaidLate = ({ refund_succeeded_late_at: late }: RefundRecord): boolean => late !== undefined;
