import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@/server/embedded/postmaster";
import { readRunningStack } from "@/server/platform/running";
import { distributionOf, inSeconds } from "../distribution";
import type { Figures, Proof, ProofContext } from "../proof";
import { createPaidPayment, merchantOf } from "../stack/merchant";
import { startAcknowledging } from "./acknowledge";
import { apartFromRestarts, downMs, type Kill, shareAnswered } from "./availability";
import { BACK_LIMIT_MS, checkUptime, type Seen } from "./check-uptime";
import type { Part } from "./parts";
import { askDatabase, askPage, askService, type Outcome, poll, type Probe } from "./probe";
import { type Starter, startStarter } from "./starter";

type UptimeSize = { kills: number };

const KILL_EVERY_MS = 2_000;
const ASK_EVERY_MS = 150;
const WRITE_EVERY_MS = 1_000;
const REQUEST_LIMIT_MS = 10_000;
const LOG_EVERY = 25;

/**
 * `npm start` itself, whose parts are killed one after another: it never gives up, and is available except during
 * restarts.
 */
export const uptime: Proof<UptimeSize> = {
  name: "uptime",
  title: "Uptime",
  clause:
    "Whatever part of npm start is killed, and however often, it is started again, answers or says that it cannot, and loses nothing.",
  short: { kills: 6 },
  long: { kills: 300 },
  async run(ctx) {
    const product = await startProduct(ctx);
    const { starter } = product;
    let isOver = false;
    const polling = Promise.all(
      product.requests.map(({ probe, everyMs, send }) =>
        poll(probe, { everyMs, send, clock: ctx.clock, isOver: () => isOver }),
      ),
    );
    const probes = product.requests.map(({ probe }) => probe);
    const kills = await killForAWhile(ctx, starter);
    ctx.log("the last kill is done; everything comes back");
    await allRespond(ctx, starter, probes);
    isOver = true;
    await polling;

    const endedEarly = starter.ended();
    const acknowledged = endedEarly === null ? await product.writes.readAgain() : [];
    const signal = ctx.random.fork("signal").pick(["SIGINT", "SIGTERM"] as const);
    const stopped = endedEarly === null ? await starter.stop(signal) : null;
    const seen: Seen = { kills, news: starter.news, probes, acknowledged, endedEarly, stopped };
    return { figures: figuresOf(seen), anomalies: checkUptime(seen) };
  },
};

type Request = { probe: Probe; everyMs: number; send: () => Promise<Outcome> };

async function startProduct(ctx: ProofContext) {
  const dataFolder = join(ctx.folder, "data");
  const merchantKey = {
    apiKey: `prove_key_${randomBytes(6).toString("hex")}`,
    salt: `prove_salt_${randomBytes(12).toString("hex")}`,
  };
  const starter = await startStarter(
    {
      DATA_DIR: dataFolder,
      HOST: "127.0.0.1",
      PORT: String(await freePort()),
      ROUTING_PORT: String(await freePort()),
      SANDBOX_API_KEY: merchantKey.apiKey,
      SANDBOX_API_SALT: merchantKey.salt,
    },
    ctx.onEnd,
  );
  const stack = readRunningStack(dataFolder);
  if (stack?.routingDatabaseUrl === undefined) throw new Error("the starter did not say where its parts are");
  const { dashboardUrl, routingUrl, routingDatabaseUrl } = stack;
  const merchant = merchantOf({ ...merchantKey, baseUrl: routingUrl }, REQUEST_LIMIT_MS);
  const payment = await createPaidPayment(merchant, { reference: `UPTIME-${ctx.seed}`, amount: "100000.00" });
  const writes = startAcknowledging(merchant, payment.transactionId, `UPTIME-${ctx.seed}`);

  const request = (
    name: string,
    part: Part,
    send: () => Promise<Outcome>,
    everyMs = ASK_EVERY_MS,
  ): Request => {
    // Both systems need their database to start, so after a restart even a response that reads no row waits for it.
    const needs: Part[] = part === "database" ? ["database"] : [part, "database"];
    return { probe: { name, part, needs, samples: [] }, everyMs, send };
  };
  const requests = [
    request("database", "database", () => askDatabase(routingDatabaseUrl)),
    request("serviceAlive", "routing", () => askPage(`${routingUrl}/healthz`, '"ok"')),
    request("serviceReady", "routing", () => askPage(`${routingUrl}/readyz`, '"ready"')),
    request("serviceStatusRead", "routing", () =>
      askService(
        merchant.transactionStatus(payment.reference),
        ([record]) => record?.transaction_status === "SUCCESS",
      ),
    ),
    request("serviceWrite", "routing", () => writes.writeOne(), WRITE_EVERY_MS),
    request("dashboardAlive", "dashboard", () => askPage(`${dashboardUrl}/healthz`, '"ok"')),
    request("dashboardReady", "dashboard", () => askPage(`${dashboardUrl}/readyz`, '"ready"')),
    request("dashboardSignInPage", "dashboard", () => askPage(`${dashboardUrl}/login`, "<form")),
  ];
  return { starter, requests, writes };
}

/**
 * One kill every two seconds, of a part chosen by the seed. A kill is skipped when that part has no process at the
 * moment: killing another one instead, such as the database, could keep the rest from ever starting.
 */
async function killForAWhile(ctx: ProofContext<UptimeSize>, starter: Starter): Promise<Kill[]> {
  const random = ctx.random.fork("kills");
  const [first, ...rest] = starter.running();
  if (first === undefined) throw new Error("the starter runs nothing");
  const parts = [first, ...rest] as const;
  const kills: Kill[] = [];
  const startedAt = performance.now();
  for (let turn = 1; kills.length < ctx.size.kills && ctx.hasTime() && starter.ended() === null; turn += 1) {
    await sleep(Math.max(0, startedAt + turn * KILL_EVERY_MS - performance.now()));
    const part = random.pick(parts);
    const atMs = ctx.clock.now().getTime();
    if (!starter.kill(part)) continue;
    kills.push({ part, atMs });
    if (kills.length % LOG_EVERY === 0) ctx.log(`${kills.length} kills`);
  }
  return kills;
}

/**
 * Waits until a request of each kind, sent from now on, was answered, or the limit is over: then the checker names the
 * others.
 */
async function allRespond(ctx: ProofContext, starter: Starter, probes: readonly Probe[]): Promise<void> {
  const sinceMs = ctx.clock.now().getTime();
  const responses = ({ samples }: Probe): boolean => {
    const last = samples.at(-1);
    return last !== undefined && last.fromMs >= sinceMs && last.outcome.kind === "answered";
  };
  const endsAt = performance.now() + BACK_LIMIT_MS;
  while (!probes.every(responses) && performance.now() < endsAt && starter.ended() === null) await sleep(100);
}

/** The request that shows that a part works again. */
const SHOWS: Record<Part, string> = {
  database: "database",
  routing: "serviceReady",
  dashboard: "dashboardReady",
  worker: "serviceReady",
};

function figuresOf({ kills, news, probes, acknowledged, stopped }: Seen): Figures {
  const figures: Record<string, string | number> = { kills: kills.length };
  for (const part of new Set(kills.map((kill) => kill.part))) {
    const probe = probes.find(({ name }) => name === SHOWS[part]);
    const ofPart = kills.filter((kill) => kill.part === part);
    const down = ofPart.flatMap((kill) => (probe === undefined ? [] : (downMs(kill, probe) ?? [])));
    figures[`${part} killed`] =
      `${ofPart.length} times, works again after: ${inSeconds(distributionOf(down))}`;
  }
  for (const probe of probes) {
    const { requests, answered } = apartFromRestarts(probe, kills, news);
    figures[`${probe.name} answered`] =
      `${percent(shareAnswered(probe.samples))} of the time; apart from restarts ${percent(requests === 0 ? 1 : answered / requests)} ` +
      `of ${requests.toLocaleString("en-GB")} requests`;
  }
  figures.acknowledged = acknowledged.length;
  if (stopped !== null) figures.stopped = `${stopped.how}, after ${stopped.seconds.toFixed(1)} s`;
  return figures;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
