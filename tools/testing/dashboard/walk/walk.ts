import { randomUUID } from "node:crypto";
import { isTerminalRefund } from "@/lib/contract/statuses";
import { paiseOf } from "@/lib/money";
import { holdRefunds } from "@/server/platform/refund-hold";
import { DemoRandom } from "@/tools/demo/random";
import { holdWorkFromBackup } from "@/server/dashboard/bulk/jobs/hold-work-from-backup";
import { askForOpenIntents } from "@/server/dashboard/refunds/store";
import type { Harness } from "../harness";
import { BUSY } from "../bulk";
import { kindOf, type WaitingRow, waitingRows } from "../due-work";
import type { Services } from "@/server/dashboard/runtime";
import type { Misbehaviour } from "../scripted-service";
import { drawAct } from "./acts";
import { checkBooks, checkRest } from "./check-books";
import { comeToRest } from "./come-to-rest";
import { isPaidLate, WalkWorld } from "./walk-world";

type WalkResult = {
  seed: number;
  steps: number;
  /** What happened, one line a step. */
  trace: string[];
  /** Empty when everything held. */
  faults: string[];
};

const MINUTE_MS = 60_000;
const PAUSES_MS = [1_000, 5_000, 20_000, 2 * MINUTE_MS, 20 * MINUTE_MS, 120 * MINUTE_MS] as const;
const JOBS_AT_ONCE = 3;
const JOB_DIES = 0.06;
const MONEY_TASKS = ["continue-bulk-run", "end-approval", "resolve-refund-intent", "track-refund"];

const FAILS: Misbehaviour = { kind: "answer", status: 502, body: "<html>Bad gateway</html>", effect: false };
const LIES: Misbehaviour = { kind: "answer", status: 502, body: "<html>Bad gateway</html>", effect: true };
const SERVICE_FAULTS: readonly Misbehaviour[] = [
  { kind: "drop", when: "before" },
  { kind: "drop", when: "after" },
  { kind: "truncate" },
  BUSY,
  FAILS,
  LIES,
];

/**
 * A random walk over the dashboard's real commands and jobs on a real Postgres, beside the scripted service. After every
 * step both sides are compared; in the end everything has to come to rest, to the paisa.
 */
export async function walk(harness: Harness, seed: number, length: number): Promise<WalkResult> {
  const world = new WalkWorld(harness, new DemoRandom(seed));
  const trace: string[] = [];
  let faults: string[] = [];
  await world.begin();
  while (world.step < length && faults.length === 0) {
    world.step += 1;
    if (world.isHeld) world.heldSteps.add(world.step);
    faults = await faultsOf(async () => {
      trace.push(`${world.step} ${await takeStep(world)}`);
      return checkBooks(await world.books());
    });
  }
  if (faults.length === 0)
    faults = await faultsOf(async () => {
      const rest = await comeToRest(world, trace, runDueJobs);
      const books = await world.books();
      return [...checkBooks(books), ...checkRest(books, rest)];
    });
  return { seed, steps: world.step, trace, faults };
}

/** An error is a fault too: no command or job throws but in an outage. */
async function faultsOf(check: () => Promise<string[]>): Promise<string[]> {
  try {
    return await check();
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
}

function takeStep(world: WalkWorld): string | Promise<string> {
  return world.random.weighted<(world: WalkWorld) => string | Promise<string>>([
    [act, 40],
    [severalActs, 8],
    [jobs, 26],
    [gateway, 16],
    [latePayment, 6],
    [time, 10],
    [hold, 1],
    [restart, 1],
  ])(world);
}

async function act(world: WalkWorld): Promise<string> {
  const { random } = world;
  const next = await drawAct(world);
  const fault = random.chance(0.15) ? misbehave(world) : "";
  return `${next.text}${fault}: ${await outcomeOf(next.run)}`;
}

async function severalActs(world: WalkWorld): Promise<string> {
  const acts = [];
  for (let at = world.random.whole(2, 3); at > 0; at -= 1) acts.push(await drawAct(world));
  // No time passes meanwhile: it would wait for the locks of those who act.
  const job = world.random.chance(0.5) ? someJobs(world) : null;
  const outcomes = await Promise.all([
    ...acts.map(async ({ text, run }) => `${text}: ${await outcomeOf(run)}`),
    ...(job === null ? [] : [job]),
  ]);
  return `at once: ${outcomes.join(" | ")}`;
}

function misbehave(world: WalkWorld): string {
  const fault = world.random.of(SERVICE_FAULTS);
  const endpoint = world.random.weighted([
    ["refund_initiate", 6],
    ["refund_status", 1],
    ["transaction_status", 1],
    ["/v1/ops/refunds/search", 1],
    ["/v1/ops/refunds/balance", 1],
  ] as const);
  world.harness.service.next(endpoint, fault);
  const name = fault.kind === "answer" ? `${fault.status}${fault.effect ? " with effect" : ""}` : fault.kind;
  return ` [${endpoint} ${name}${fault.kind === "drop" ? ` ${fault.when}` : ""}]`;
}

/** A death between two statements is the walk's own; every other error is a fault of the product. */
async function outcomeOf(run: () => Promise<{ kind: string }>): Promise<string> {
  try {
    return (await run()).kind;
  } catch (error) {
    if (isDeath(error)) return "died";
    throw error;
  }
}

const isDeath = (error: unknown): boolean =>
  error instanceof Error && (error.message === "killed" || isDeath(error.cause));

const dueRows = async ({ harness }: WalkWorld): Promise<WaitingRow[]> =>
  (await waitingRows(harness.pool, MONEY_TASKS)).filter(({ inMs }) => inMs <= 0);

/** As a worker does: a row is taken, and released when its step is done; that of a process that dies is free when its claim ends. */
async function makeStep(world: WalkWorld, waiting: WaitingRow, services: Services): Promise<string> {
  const { pool } = world.harness;
  const { task } = waiting;
  const { rows, step } = kindOf(task);
  const row = await rows.takeOne(pool, randomUUID(), waiting);
  if (row === null) return `${task} gone`;
  try {
    const pauseMs = await step(services, row);
    await rows.release(services.pool, [{ row, pauseMs }]);
  } catch (error) {
    if (!isDeath(error)) throw error;
    return `${task} died`;
  }
  return task;
}

async function jobs(world: WalkWorld): Promise<string> {
  if ((await dueRows(world)).length === 0) await waitForRow(world);
  return someJobs(world);
}

async function someJobs(world: WalkWorld): Promise<string> {
  const { random } = world;
  const due = await dueRows(world);
  if (due.length === 0) return "no job is due";
  const chosen = Array.from({ length: Math.min(due.length, random.whole(1, JOBS_AT_ONCE)) }, () =>
    random.of(due),
  );
  const fault = random.chance(0.1) ? misbehave(world) : "";
  // The draws come before the first job runs.
  const planned = chosen.map((job) => ({ job, services: world.process({ dies: JOB_DIES }) }));
  const ran: string[] = [];
  for (const { job, services } of planned) ran.push(await makeStep(world, job, services));
  return `jobs${fault}: ${ran.join(", ")}`;
}

/** The time until the next one passes. */
async function waitForRow(world: WalkWorld): Promise<void> {
  const [next] = await waitingRows(world.harness.pool, MONEY_TASKS);
  if (next !== undefined) await world.letPass(Math.ceil(Math.max(next.inMs, 0)));
}

/** All that is due, in both processes in turn. Returns how many ran. */
async function runDueJobs(world: WalkWorld): Promise<number> {
  const due = await dueRows(world);
  for (const [at, job] of due.entries()) {
    const services = world.processes[at % world.processes.length];
    if (services !== undefined) await makeStep(world, job, services);
  }
  return due.length;
}

/** A refund goes one step on at its gateway. One that was not sent yet has to fit what was paid late meanwhile. */
function gateway(world: WalkWorld): string {
  const { service, clock } = world.harness;
  const pending = service.refunds.filter(({ refund_status: status }) => !isTerminalRefund(status));
  if (pending.length === 0) return "nothing at the gateway";
  const refund = world.random.of(pending);
  const payment = world.payments.find((one) => one.transaction_id === refund.transaction_id);
  const fits = service.refundedPaise(refund.transaction_id) <= paiseOf(payment?.transaction_amount ?? "0.00");
  const isSent = refund.refund_status === "PROCESSING";
  if (!isSent && fits) refund.refund_status = "PROCESSING";
  else {
    refund.refund_status = isSent && world.random.chance(0.45) ? "SUCCESS" : "FAILURE";
    refund.refund_completed_at = clock.now().toISOString();
  }
  return `gateway: ${refund.refund_amount} of ${refund.merchant_transaction_id} is ${refund.refund_status}`;
}

async function latePayment(world: WalkWorld): Promise<string> {
  const { service, clock } = world.harness;
  const failed = service.refunds.filter((one) => one.refund_status === "FAILURE" && !isPaidLate(one));
  if (failed.length === 0) return "nothing to pay late";
  const refund = world.random.of(failed);
  refund.refund_succeeded_late_at = clock.now().toISOString();
  await world.excuse(refund.transaction_id);
  return `gateway: ${refund.refund_amount} of ${refund.merchant_transaction_id} is paid late`;
}

async function time(world: WalkWorld): Promise<string> {
  const ms = world.random.of(PAUSES_MS);
  await world.letPass(ms);
  return `${ms / 1_000} s pass`;
}

/** A restore's hold, and its release. */
async function hold(world: WalkWorld): Promise<string> {
  const { pool, clock } = world.harness;
  if (world.isHeld) return world.release();
  const at = clock.now();
  await holdRefunds(pool, { backupMadeAt: at, restoredAt: at });
  world.isHeld = true;
  // As each process does when it starts, before any job.
  await holdWorkFromBackup(world.random.of(world.processes));
  return "a backup was restored";
}

/** A process starts; the claims of one that is gone have ended. */
async function restart(world: WalkWorld): Promise<string> {
  const { pool } = world.harness;
  for (const task of MONEY_TASKS)
    await pool.query(`update ${kindOf(task).rows.table} set taken_until = now() where taken_until > now()`);
  await askForOpenIntents(world.random.of(world.processes).pool);
  return "a process starts";
}
