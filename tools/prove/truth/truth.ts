import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { ENDPOINTS } from "@/lib/contract/endpoints";
import { distributionOf, inSeconds } from "../distribution";
import type { Proof, ProofContext } from "../proof";
import { launchDashboard, planDashboard } from "../stack/dashboard";
import { openFaultyWire } from "../stack/faulty-wire";
import { type RestartedProgram, keepProgram } from "../stack/restarted-program";
import { killPostgres } from "../stack/kill-postgres";
import { createPaidPayment, merchantOf } from "../stack/merchant";
import { startProofPostgres } from "../stack/postgres";
import { openRows } from "../stack/rows";
import { launchService, planService } from "../stack/service";
import { sideBySide } from "../stack/side-by-side";
import { signInStaff, type Staff } from "../stack/staff";
import { checkTruth, lagsOf, type Learnt } from "./check-truth";

/**
 * `heldSeconds`: the minimum time for which the gateway holds every refund. `unknown`: refunds whose response is lost.
 */
type TruthSize = { refunds: number; unknown: number; restarts: number; heldSeconds: number };

/** Nothing ends before the proof ends it. */
const HELD_MS = 86_400_000;
const FORMS_AT_ONCE = 4;
const READY_LIMIT_MS = 120_000;
const LEARN_LIMIT_MS = 240_000;
const POLL_EVERY_MS = 250;
const LONGEST_PAUSE_MS = 2_000;
const REFUND_PATH = ENDPOINTS.refund_initiate.path;

/** Slow refunds and calls whose response is lost: how soon both systems learn the outcome. */
export const truth: Proof<TruthSize> = {
  name: "truth",
  title: "Time to truth",
  clause:
    "After a series of restarts, 95 of 100 refunds that their gateway held, and of unknown outcomes, are known within a minute.",
  short: { refunds: 16, unknown: 4, restarts: 3, heldSeconds: 10 },
  long: { refunds: 100, unknown: 40, restarts: 30, heldSeconds: 600 },
  async run(ctx) {
    const stack = await startStack(ctx);
    const heldSince = performance.now();
    const held = await requestRefunds(ctx, stack, { name: "HELD", count: ctx.size.refunds });
    stack.wire.isCut = true;
    const lost = await requestRefunds(ctx, stack, { name: "LOST", count: ctx.size.unknown });
    ctx.log(`${held.length} refunds are held by their gateway, ${lost.length} have an unknown outcome`);

    const restarts = await restartForAWhile(ctx, stack, heldSince);
    await allReady(stack.programs);
    stack.wire.isCut = false;
    const learnt = await learn(ctx, stack, { held, lost });
    return {
      figures: {
        ...restarts,
        refundsHeld: learnt.service.length,
        untilTheServiceKnows: inSeconds(distributionOf(lagsOf(learnt.service))),
        untilTheDashboardKnows: inSeconds(distributionOf(lagsOf(learnt.dashboard))),
        unknownOutcomes: learnt.unknown.length,
        untilAnUnknownOutcomeIsKnown: inSeconds(distributionOf(lagsOf(learnt.unknown))),
      },
      anomalies: [
        ...stack.lost,
        ...checkTruth("the service", learnt.service),
        ...checkTruth("the dashboard", learnt.dashboard),
        ...checkTruth("the dashboard, after a lost answer,", learnt.unknown),
      ],
    };
  },
};

type Stack = Awaited<ReturnType<typeof startStack>>;

async function startStack(ctx: ProofContext) {
  const lost: string[] = [];
  const onLost = (what: string) => (reason: string) => void lost.push(`${what} was lost: ${reason}`);
  const postgres = await startProofPostgres(join(ctx.folder, "data"), onLost("Postgres"));
  ctx.onEnd(() => postgres.stop());
  const service = await planService(await postgres.createDatabase("routing"), {
    SIMULATOR_REFUND_MS: String(HELD_MS),
  });
  const cut = { isCut: false };
  const wire = await openFaultyWire(service.baseUrl, {
    faultOf: ({ path }) => (cut.isCut && path === REFUND_PATH ? "cut_response" : null),
  });
  ctx.onEnd(() => wire.close());
  const dashboard = await planDashboard(
    await postgres.createDatabase("dashboard"),
    { ...service, baseUrl: wire.url },
    { ROUTING_TIMEOUT_MS: "3000" },
  );
  const keep = (name: string, launch: Parameters<typeof keepProgram>[1]): RestartedProgram => {
    const program = keepProgram(name, launch, onLost(name));
    ctx.onEnd(() => program.stop());
    return program;
  };
  const programs = [
    keep("service", () => launchService(ctx.folder, service, "service", "service")),
    keep("worker", () => launchService(ctx.folder, service, "worker", "worker")),
    keep("dashboard", () => launchDashboard(ctx.folder, dashboard)),
  ] as const;
  await allReady(programs);
  const rows = { service: openRows(service.databaseUrl), desk: openRows(dashboard.databaseUrl) };
  ctx.onEnd(() => rows.service.end());
  ctx.onEnd(() => rows.desk.end());
  const finance = await signInStaff(dashboard.url, "finance@example.com", dashboard.password);
  const { restart } = postgres;
  return { programs, rows, finance, merchant: merchantOf(service), wire: cut, lost, restart };
}

async function allReady(programs: readonly RestartedProgram[]): Promise<void> {
  const endsAt = performance.now() + READY_LIMIT_MS;
  while (!programs.every((program) => program.isReady())) {
    if (performance.now() > endsAt) throw new Error("not everything became ready");
    await sleep(100);
  }
}

const outcomeSchema = z.looseObject({ kind: z.string() });

/** Refunds each of the given number of paid payments once, with the dashboard's form. Returns the intents' ids. */
async function requestRefunds(
  ctx: ProofContext<TruthSize>,
  { merchant, finance }: { merchant: Stack["merchant"]; finance: Staff },
  { name, count }: { name: string; count: number },
): Promise<string[]> {
  const intentIds: string[] = [];
  const all = { atOnce: FORMS_AT_ONCE, hasTime: ctx.hasTime };
  await sideBySide(
    Array.from({ length: count }, (_, index) => index),
    all,
    async (index) => {
      const reference = `TRUTH-${ctx.seed}-${name}-${index}`;
      const payment = await createPaidPayment(merchant, { reference, amount: "100.00" });
      const intentId = randomUUID();
      // Amounts with paise 91 end in FAILURE (decision 0210).
      const amount = index % 5 === 4 ? "10.91" : "10.00";
      const form = { intentId, ...payment, amount, reason: `Form ${intentId}` };
      const outcome = outcomeSchema.parse(await finance.call("requestRefundAction", form));
      const expected = name === "LOST" ? "unknown" : "accepted";
      if (outcome.kind !== expected) throw new Error(`a form was answered ${outcome.kind}, not ${expected}`);
      intentIds.push(intentId);
    },
  );
  return intentIds;
}

/**
 * Kills one process or Postgres at a time, waits until all are back, and continues until the refunds are old enough.
 */
async function restartForAWhile(ctx: ProofContext<TruthSize>, stack: Stack, heldSince: number) {
  const random = ctx.random.fork("restarts");
  const holdsUntil = heldSince + ctx.size.heldSeconds * 1_000;
  const done = { restarts: 0, ofWhichOfPostgres: 0 };
  while (done.restarts < ctx.size.restarts && ctx.hasTime()) {
    const rest = ctx.size.restarts - done.restarts;
    const shareMs = Math.max(0, holdsUntil - performance.now()) / rest;
    await sleep(Math.max(random.whole(0, LONGEST_PAUSE_MS), Math.min(shareMs, 60_000)));
    if (random.chance(0.25)) {
      const signal = random.chance(0.5) ? "SIGKILL" : "SIGQUIT";
      await killPostgres(stack.rows.service, signal, stack.restart);
      done.ofWhichOfPostgres += 1;
    } else {
      await random.pick(stack.programs).kill();
    }
    done.restarts += 1;
    await allReady(stack.programs);
  }
  while (performance.now() < holdsUntil && ctx.hasTime()) await sleep(200);
  return done;
}

type GatewayRefund = { idempotency_key: string; outcome: string; settles_at: Date };
type ServiceRefund = { key: string; id: string; status: string; completed_at: Date | null };
type Intent = {
  id: string;
  state: string;
  refund_id: string | null;
  refund_status: string | null;
  completed_at: Date | null;
};

/** The gateway ends the held refunds over time; returns what each system learnt, and when. */
async function learn(
  ctx: ProofContext<TruthSize>,
  { rows }: Stack,
  { held, lost }: { held: readonly string[]; lost: readonly string[] },
) {
  const healedAtMs = ctx.clock.now().getTime();
  const { rows: atGateway } = await rows.service.query<GatewayRefund>(
    `update simulator.refunds set settles_at = now() + random() * $1 * interval '1 second'
     returning idempotency_key, outcome, settles_at`,
    [Math.min(ctx.size.heldSeconds, 60)],
  );
  const gateway = new Map(atGateway.map((refund) => [refund.idempotency_key, refund]));
  const seenAtMs = new Map<string, number>();
  const see = (key: string): void => {
    if (!seenAtMs.has(key)) seenAtMs.set(key, ctx.clock.now().getTime());
  };
  let atService: ServiceRefund[] = [];
  let intents = new Map<string, Intent>();
  const endsAt = performance.now() + LEARN_LIMIT_MS;
  while (performance.now() < endsAt) {
    atService = (
      await rows.service.query<ServiceRefund>(
        "select merchant_id || ':' || id as key, id, status, completed_at from refunds",
      )
    ).rows;
    const { rows: found } = await rows.desk.query<Intent>(
      "select id, state, refund_id, refund_status, completed_at from refund_intents",
    );
    intents = new Map(found.map((intent) => [intent.id, intent]));
    for (const { id, completed_at: completedAt } of found) if (completedAt !== null) see(`final ${id}`);
    for (const id of lost) if (intents.get(id)?.state === "ACCEPTED") see(`outcome ${id}`);
    const isOver =
      [...held, ...lost].every((id) => (intents.get(id)?.completed_at ?? null) !== null) &&
      atService.every(({ completed_at: completedAt }) => completedAt !== null);
    if (isOver) break;
    await sleep(POLL_EVERY_MS);
  }

  const byRefundId = new Map(atService.map((refund) => [refund.id, refund]));
  const truthOf = (intentId: string): GatewayRefund | null => {
    const refund = byRefundId.get(intents.get(intentId)?.refund_id ?? "");
    return gateway.get(refund?.key ?? "") ?? null;
  };
  const service: Learnt[] = atService.map(({ key, id, status, completed_at: completedAt }) => ({
    name: id,
    knownAtMs: gateway.get(key)?.settles_at.getTime() ?? 0,
    learntAtMs: completedAt?.getTime() ?? null,
    truth: gateway.get(key)?.outcome ?? "not at its gateway",
    learnt: completedAt === null ? null : status,
  }));
  const dashboard: Learnt[] = held.map((id) => ({
    name: `the form ${id}`,
    knownAtMs: truthOf(id)?.settles_at.getTime() ?? 0,
    learntAtMs: seenAtMs.get(`final ${id}`) ?? null,
    truth: truthOf(id)?.outcome ?? "not at its gateway",
    learnt: intents.get(id)?.refund_status ?? null,
  }));
  const unknown: Learnt[] = lost.map((id) => ({
    name: `the form ${id}`,
    knownAtMs: healedAtMs,
    learntAtMs: seenAtMs.get(`outcome ${id}`) ?? null,
    truth: "ACCEPTED",
    learnt: intents.get(id)?.state ?? null,
  }));
  return { service, dashboard, unknown };
}
