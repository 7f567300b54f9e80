import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { PaydeckClient } from "@/lib/client";
import { processIdentity } from "@/server/setup/folder-lock.mjs";
import { startPaydeck } from "@/tools/testing/running-paydeck";
import { distributionOf, inSeconds } from "../distribution";
import type { Proof } from "../proof";
import { createPaidPayment, merchantOf } from "../stack/merchant";
import { type Answer, checkUptime, type Kept, type Seen } from "./check-uptime";

type UptimeSize = { rounds: number };

const ASK_EVERY_MS = 150;
const REQUEST_LIMIT_MS = 10_000;
/** Between the two kills of a round: the second one may meet a start. */
const LONGEST_PAUSE_MS = 3_000;
/** Generous: a bound for "it does not come back", not a promise of speed. */
const BACK_LIMIT_MS = 60_000;
const LOG_EVERY = 25;

const PARTS = ["postgres", "routing.js", "routing.js worker", "dashboard.js"] as const;

/** `npm start` itself, of which two parts are killed in each round, whatever starts at that moment (works only on Linux). */
export const uptime: Proof<UptimeSize> = {
  name: "uptime",
  title: "Uptime",
  clause:
    "Whatever part of npm start is killed, and however often, it is started again, answers or says that it cannot, and loses nothing.",
  short: { rounds: 3 },
  long: { rounds: 150 },
  async run(ctx) {
    const product = await startPaydeck();
    ctx.onEnd(() => product.stop());
    const { pid = 0 } = product.process;
    const merchant = merchantOf(
      { baseUrl: product.routingUrl, apiKey: product.apiKey, salt: product.apiSalt },
      REQUEST_LIMIT_MS,
    );
    const paid = await createPaidPayment(merchant, { reference: `UPTIME-${ctx.seed}`, amount: "100000.00" });
    const writes = startWriting(merchant, paid.transactionId, `UPTIME-${ctx.seed}`);
    const requests = {
      service: () => askPage(`${product.routingUrl}/readyz`, '"ready"'),
      dashboard: () => askPage(`${product.dashboardUrl}/readyz`, '"ready"'),
      signInPage: () => askPage(`${product.dashboardUrl}/login`, "<form"),
      status: async () => outcomeOf(await merchant.transactionStatus(paid.reference)),
      write: () => writes.writeOne(),
    };
    const names = Object.keys(requests) as (keyof typeof requests)[];
    const lastAnswered = new Map<string, number>();
    const answers: Answer[] = [];
    let isOver = false;
    const polling = names.map(async (name) => {
      for (; !isOver; await sleep(ASK_EVERY_MS)) {
        const startedAt = performance.now();
        const what = await requests[name]();
        answers.push({ name, what });
        if (what === "answered") lastAnswered.set(name, startedAt);
      }
    });

    const parts = PARTS.filter((part) => processOf(pid, part) !== undefined);
    const random = ctx.random.fork("kills");
    const backAfterMs: number[] = [];
    const silent: string[] = [];
    const hasEnded = (): boolean => product.process.exitCode !== null || product.process.signalCode !== null;
    let kills = 0;
    for (let round = 1; round <= ctx.size.rounds && ctx.hasTime() && !hasEnded(); round += 1) {
      for (let kill = 0; kill < 2; kill += 1) {
        const victim = processOf(pid, parts[random.whole(0, parts.length - 1)] ?? "");
        if (victim !== undefined && tryKill(victim)) kills += 1;
        if (kill === 0) await sleep(random.whole(0, LONGEST_PAUSE_MS));
      }
      const killedAt = performance.now();
      const missing = (): string[] => names.filter((name) => (lastAnswered.get(name) ?? 0) < killedAt);
      while (missing().length > 0 && performance.now() < killedAt + BACK_LIMIT_MS && !hasEnded())
        await sleep(50);
      silent.push(...missing());
      backAfterMs.push(performance.now() - killedAt);
      if (round % LOG_EVERY === 0) ctx.log(`${kills} kills`);
    }
    isOver = true;
    await Promise.all(polling);

    const endedEarly = hasEnded();
    const kept = endedEarly ? [] : await writes.readAgain();
    const known = descendantsOf(pid).map((each) => ({ each, identity: processIdentity(each) }));
    const signal = random.pick(["SIGINT", "SIGTERM"] as const);
    await product.stop(signal);
    const left = known.filter(
      ({ each, identity }) => identity !== null && processIdentity(each) === identity,
    );
    const seen: Seen = {
      endedEarly,
      silent,
      answers,
      kept,
      exitCode: product.process.exitCode,
      left: left.length,
    };
    return {
      figures: {
        kills,
        worksAgainAfter: inSeconds(distributionOf(backAfterMs)),
        requests: answers.length,
        answered: answers.filter(({ what }) => what === "answered").length,
        acknowledged: kept.length,
        stoppedBy: signal,
      },
      anomalies: checkUptime(seen),
    };
  },
};

/** A page or a health endpoint; its body contains `shows` when it works. */
async function askPage(url: string, shows: string): Promise<Answer["what"]> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(REQUEST_LIMIT_MS) });
    const body = await response.text();
    if (response.status === 200 && body.includes(shows)) return "answered";
    return response.status === 503 ? "unavailable" : `${response.status} ${body.slice(0, 80)}`;
  } catch {
    return "unavailable";
  }
}

type Response = Awaited<ReturnType<PaydeckClient["refundStatus" | "transactionStatus" | "initiateRefund"]>>;

function outcomeOf(
  response: Response | Awaited<ReturnType<PaydeckClient["initiatePayment"]>>,
): Answer["what"] {
  if (response.kind === "answered") return "answered";
  const isAway =
    response.kind === "not_sent" ||
    (response.kind === "unknown" &&
      (response.status === 503 || ["connection_lost", "timed_out"].includes(response.reason)));
  return isAway ? "unavailable" : JSON.stringify(response).slice(0, 160);
}

/** A merchant that creates payments and refunds in turn, and remembers what was accepted. */
function startWriting(merchant: PaydeckClient, paidId: string, prefix: string) {
  const accepted: { what: string; read: () => Promise<Response> }[] = [];
  let writes = 0;
  return {
    async writeOne(): Promise<Answer["what"]> {
      writes += 1;
      if (writes % 2 === 0) {
        const refund = await merchant.initiateRefund({
          transaction_id: paidId,
          refund_amount: "1.00",
          refund_reason: `Write ${writes}`,
        });
        if (refund.kind === "answered") {
          const { refund_id: id } = refund.value;
          accepted.push({ what: `refund ${id}`, read: () => merchant.refundStatus(id) });
        }
        return outcomeOf(refund);
      }
      const reference = `${prefix}-${writes}`;
      const payment = await merchant.initiatePayment({
        merchant_transaction_id: reference,
        transaction_amount: "10.00",
        customer_details: { customer_email: "customer@example.com" },
      });
      if (payment.kind === "answered" && payment.value.success)
        accepted.push({ what: `payment ${reference}`, read: () => merchant.transactionStatus(reference) });
      return outcomeOf(payment);
    },
    async readAgain(): Promise<Kept[]> {
      const kept: Kept[] = [];
      for (const { what, read } of accepted) kept.push({ what, isThere: (await read()).kind === "answered" });
      return kept;
    },
  };
}

/** The child process that is this part; undefined while it has none. */
function processOf(parent: number, part: string): number | undefined {
  return childrenOf(parent).find(({ command }) =>
    part === "postgres"
      ? command.startsWith("postgres") || command.includes("/postgres ")
      : command.endsWith(part),
  )?.pid;
}

function descendantsOf(parent: number): number[] {
  return childrenOf(parent).flatMap(({ pid }) => [pid, ...descendantsOf(pid)]);
}

function childrenOf(parent: number): { pid: number; command: string }[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // Field 2, the program's name, may contain spaces and parentheses: the state and the parent follow its last one.
      const [state, its] = readFileSync(`/proc/${name}/stat`, "latin1")
        .replace(/^.*\) /s, "")
        .split(" ");
      if (state === "Z" || its !== String(parent)) return [];
      const command = readFileSync(`/proc/${name}/cmdline`, "latin1").replaceAll("\0", " ").trim();
      return [{ pid: Number(name), command }];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });
}

function tryKill(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}
