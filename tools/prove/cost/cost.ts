import { readFile } from "node:fs/promises";
import { ATTACKS, faultOfFigures, plainText } from "@/tools/testing/platform/processor-time";
import { readSurface } from "../input/dashboard-requests";
import { documentedOperations } from "../input/documented";
import { createSender, type Received, type Sender, type Sent } from "../input/send";
import type { Proof, ProofContext } from "../proof";
import type { Program } from "../stack/program";
import { launchDashboard, planDashboard } from "../stack/dashboard";
import { launchService, planService } from "../stack/service";
import { signInStaff } from "../stack/staff";
import { dashboardEntries, type Entry, serviceEntries } from "./entries";

/** A page of Next costs this anyway, more or less. */
const FLOOR_MS = 40;
const LITTLE_MS = 2 * FLOOR_MS;
const MEASUREMENTS = 3;
const WORST_SHOWN = 3;
const SIGNED_IN_PATH = "/api/notifications/unread";

type CostSize = { attacksOfEntry: number };
type Worst = { name: string; ms: number };

/** Decision 0370, for everything that a build serves and the service documents: what is new is in it by itself. */
export const cost: Proof<CostSize> = {
  name: "cost",
  title: "Cost",
  clause:
    "Nothing that is sent costs more than its size: twice the size at most three times as much, twenty times a plain text, 200 ms.",
  short: { attacksOfEntry: 1 },
  // Each takes three minutes, and another seed chooses others.
  long: { attacksOfEntry: 3 },
  async run(ctx) {
    const postgres = await ctx.postgres();
    const service = await planService(await postgres.createDatabase("routing"));
    const dashboard = await planDashboard(await postgres.createDatabase("dashboard"), service);
    const programs = {
      service: await launchService(ctx.folder, service, "service"),
      dashboard: await launchDashboard(ctx.folder, dashboard),
    };
    for (const program of Object.values(programs)) ctx.onEnd(() => program.stop());
    await Promise.all([programs.service.ready, programs.dashboard.ready]);

    const operations = documentedOperations(await (await fetch(`${service.baseUrl}/openapi.json`)).json());
    const nowSeconds = (): number => Math.floor(ctx.clock.now().getTime() / 1000);
    const ofService = await measure(ctx, programs.service, createSender(service.baseUrl, 1), {
      entries: serviceEntries(operations, service, nowSeconds),
    });

    let cookie = "";
    const signIn = async (): Promise<void> => {
      cookie = (await signInStaff(dashboard.url, "admin@example.com", dashboard.password)).cookie;
    };
    await signIn();
    const ofDashboard = await measure(ctx, programs.dashboard, createSender(dashboard.url, 1), {
      entries: dashboardEntries(readSurface(), { origin: dashboard.url, cookie: () => cookie }),
      // An action may have ended the session, and the next ones would be refused before they read anything.
      between: async (sender) => {
        const headers = { cookie };
        const seen = await sender.send({ method: "GET", path: SIGNED_IN_PATH, headers, body: null });
        if (seen.kind !== "answer" || seen.status !== 200) await signIn();
      },
    });
    return {
      figures: {
        serviceEntries: ofService.count,
        dashboardEntries: ofDashboard.count,
        serviceWorst: shown(ofService.worst),
        dashboardWorst: shown(ofDashboard.worst),
      },
      anomalies: [...ofService.anomalies, ...ofDashboard.anomalies],
    };
  },
};

type Work = { entries: readonly Entry[]; between?: (sender: Sender) => Promise<void> };

/** One entry after another: what the process does meanwhile is for this entry. */
async function measure(
  ctx: ProofContext<CostSize>,
  program: Program,
  sender: Sender,
  { entries, between }: Work,
): Promise<{ count: number; worst: Worst[]; anomalies: string[] }> {
  ctx.onEnd(() => sender.close());
  const anomalies: string[] = [];
  let worst: Worst[] = [];
  let count = 0;
  for (const entry of entries) {
    if (!ctx.hasTime()) break;
    const random = ctx.random.fork(entry.name);
    const attacks = ATTACKS.map((attack) => ({ attack, order: random.whole(0, 1_000_000) }))
      .sort((one, other) => one.order - other.order)
      .slice(0, entry.bytes === 0 ? 1 : ctx.size.attacksOfEntry);
    for (const { attack } of attacks) {
      const one = await faultOf(program.pid, sender, entry, attack.of);
      worst = [...worst, { name: entry.name, ms: one.ms }].sort((a, b) => b.ms - a.ms).slice(0, WORST_SHOWN);
      if (one.fault !== null) anomalies.push(`${entry.name}, ${attack.name}: ${one.fault}`);
    }
    await between?.(sender);
    count += 1;
    if (count % 100 === 0) ctx.log(`${count} of ${entries.length}; worst ${shown(worst)}`);
  }
  return { count, worst, anomalies };
}

type Cost = { ms: number; fault: string | null };

async function faultOf(
  pid: number | undefined,
  sender: Sender,
  { bytes, of }: Entry,
  attack: (size: number) => string,
): Promise<Cost> {
  const cost = (text: string): Promise<Cost> => costOf(pid, sender, of(text));
  let found: Cost = await cost(attack(bytes));
  // What costs little in full needs no comparison. The first request of an address loads its code, and a fault that shows
  // only once was other work of the process.
  for (let left = MEASUREMENTS; left > 0 && (found.fault !== null || found.ms > LITTLE_MS); left -= 1) {
    const half = await cost(attack(Math.floor(bytes / 2)));
    const full = await cost(attack(bytes));
    const plain = await cost(plainText(bytes));
    const figures = { halfMs: half.ms, fullMs: full.ms, plainMs: plain.ms };
    const fault = half.fault ?? full.fault ?? plain.fault ?? faultOfFigures(figures, FLOOR_MS);
    found = { ms: full.ms, fault };
    if (fault === null) break;
  }
  return found;
}

async function costOf(pid: number | undefined, sender: Sender, sent: Sent): Promise<Cost> {
  const begin = await loopMs(pid);
  const received = await sender.send(sent);
  return { ms: (await loopMs(pid)) - begin, fault: failureOf(received) };
}

function failureOf(received: Received): string | null {
  switch (received.kind) {
    case "hung":
      return "no answer";
    case "closed":
      return null;
    case "answer":
      return received.status >= 500 ? `answered ${received.status}` : null;
  }
}

/** The processor time of a process's event loop; where the system does not tell it, the time of day. */
async function loopMs(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/schedstat`, "utf8").catch(() => null);
  return text === null ? performance.now() : Number.parseInt(text, 10) / 1e6;
}

const shown = (worst: readonly Worst[]): string =>
  worst.map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`).join("; ");
