import { readFileSync } from "node:fs";
import { openDashboardReads } from "../growth/dashboard-reads.mjs";
import { fillUpTo, prepareFill, storageOf } from "../growth/fill.mjs";
import { endpointReads, otherReads, paymentReads, sampleOf } from "../growth/reads.mjs";
import { openCaller, spread } from "../load.mjs";
import { withProcessorTime } from "../processor.mjs";
import { seedPayments } from "../seed.mjs";
import { signedRequest } from "../sign.mjs";
import { createMerchant } from "../stack.mjs";

const WARM_UP = 8;
/** For reads so slow that there is no time for more, a few samples are enough. */
const FEWEST = 10;
const LEAST_CPU_MS = 0.1;

/** Also measured for the small merchant, where it could differ. */
const ALSO_OF_SMALL = [
  "initiate_payment",
  "transaction-status",
  "refund-status",
  "payments: newest",
  "payments: rare status",
  "payments: a tenth of all amounts",
  "payments: reference",
  "payments: phone",
  "payments.counts: 30 days",
  "refunds: newest",
];

/**
 * The same requests with more and more payments in the same tables, by one caller, so that the work of a lookup is
 * measured and not a queue. Each alternates with a control lookup that costs the same at any size: the machine's load
 * may differ between sizes, so only the ratio to the control is compared.
 */
export async function measureGrowth(stack, { sizes, samples, seconds: secondsEach }) {
  const small = await createMerchant(stack, "Small bench");
  const owners = await prepareFill({ ...stack, small });
  const dashboard = await openDashboardReads(stack);
  const filled = [];
  try {
    let made = 0;
    for (const size of sizes) {
      const seconds = await fillUpTo(stack, made, size, owners);
      await dashboard.sumPastDays();
      made = size;
      const storage = await storageOf(stack.pool, made);
      console.error(`${size} payments are in after ${seconds.toFixed(0)} s`);
      const memoryBefore = memoryOf(stack.service.pid);
      const figures = await measureAll(stack, {
        small,
        dashboard,
        size,
        limits: { samples, longestMs: secondsEach * 1_000 },
      });
      const memoryAfter = memoryOf(stack.service.pid);
      filled.push({ size, seconds, storage, memoryBefore, memoryAfter, figures });
    }
  } finally {
    await dashboard.close();
  }
  return { sizes, filled: filled.map(({ figures: _, ...rest }) => rest), rows: compare(filled) };
}

/** The ratio of each figure to its control, as a multiple of that ratio at the first size. */
function compare(filled) {
  return Object.keys(filled[0].figures).map((name) => {
    const bySize = filled.map(({ figures }) => figures[name]);
    const [first] = bySize;
    const times = (figure) => bySize.map((at) => figure(at) / figure(first));
    return {
      name,
      bySize,
      p50Times: times((at) => at.p50 / at.controlP50),
      p99Times: times((at) => at.p99 / at.controlP99),
      // No multiple when the time is too short to be distinguished from its control.
      cpuTimes: first.cpuMs < LEAST_CPU_MS ? bySize.map(() => null) : times((at) => at.cpuMs),
    };
  });
}

async function measureAll(stack, { small, dashboard, size, limits }) {
  const { port, pid } = stack.service;
  const caller = await openCaller(port);
  const figures = {};
  const measureWith = async ({ control, clock }) => {
    const idle = await clock(() => inTurns(() => control, control, limits));
    return async (name, makeSend) => {
      const { result, cpuMs } = await clock(() => inTurns(makeSend, control, limits));
      const controlCpuMs = idle.cpuMs / (2 * idle.result.turns);
      figures[name] = { ...result, cpuMs: cpuMs / result.turns - controlCpuMs };
      const { p50, controlP50, found } = result;
      console.error(
        `${size} ${name}: ${p50.toFixed(2)} ms (${controlP50.toFixed(2)}), ${figures[name].cpuMs.toFixed(2)} ms CPU, ${found} found`,
      );
    };
  };
  try {
    for (const [owner, merchant] of [
      ["big", stack.merchant],
      ["small", small],
    ]) {
      const any = await sampleOf(stack.pool, merchant.id);
      const open = await seedPayments(stack.pool, merchant.id, {
        count: limits.samples + WARM_UP,
        status: "INITIATED",
      });
      const reads = {
        ...endpointReads(merchant, any, open.references),
        ...paymentReads(merchant, any),
        ...otherReads(merchant, any),
      };
      const send = async (request) => foundIn(await caller.send(request));
      const control = () =>
        send(signedRequest(merchant, "/v1/route/refund-status/", { refund_id: "R" }, ["R"]));
      const clock = clockOf(stack.pool, pid);
      const measure = await measureWith({ control, clock });
      for (const [name, make] of Object.entries(reads)) {
        if (owner === "small" && !ALSO_OF_SMALL.includes(name)) continue;
        const label = owner === "small" ? `${name} (small merchant)` : name;
        await measure(label, () => send.bind(null, make()));
      }
    }
    const { control, db } = dashboard;
    const measure = await measureWith({ control, clock: clockOf(db, process.pid) });
    for (const [name, read] of Object.entries(await dashboard.reads(size))) {
      await measure(name, () => async () => lengthOf(await read()));
    }
  } finally {
    caller.close();
  }
  return figures;
}

/** The processor time of a program and its database connections during some work. */
function clockOf(pool, pid) {
  return async (work) => {
    const { programMs, databaseMs, result } = await withProcessorTime({ pool, pid }, async () => ({
      result: await work(),
    }));
    return { result, cpuMs: programMs + databaseMs };
  };
}

/** `makeSend` prepares a request, which is not timed, and returns the function that sends it. */
async function inTurns(makeSend, control, { samples, longestMs }) {
  const times = { read: [], control: [] };
  let found = 0;
  let turns = 0;
  const until = performance.now() + longestMs;
  for (let turn = -WARM_UP; turn < samples; turn += 1) {
    if (turn >= FEWEST && performance.now() > until) break;
    const send = makeSend();
    const controlMs = await timed(control);
    const startedAt = performance.now();
    found = await send();
    const readMs = performance.now() - startedAt;
    turns += 1;
    if (turn < 0) continue;
    times.read.push(readMs);
    times.control.push(controlMs);
  }
  const [read, beside] = [spread(times.read), spread(times.control)];
  return {
    p50: read.p50,
    p99: read.p99,
    controlP50: beside.p50,
    controlP99: beside.p99,
    turns,
    found,
  };
}

async function timed(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The number of items in a response: a list of fifty is not comparable to an empty one. */
function foundIn({ status, text }) {
  if (![200, 201, 404].includes(status)) throw new Error(`an answer is wrong: ${status} ${text}`);
  const list = Object.values(JSON.parse(text)).find(Array.isArray);
  return lengthOf(list);
}

function lengthOf(list) {
  return Array.isArray(list) ? list.length : 1;
}

/** Resident memory of a process in megabytes; 0 where there is no /proc. */
function memoryOf(pid) {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? [];
    return Math.round(Number(kilobytes) / 1_024);
  } catch {
    return 0;
  }
}
