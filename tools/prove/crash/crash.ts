import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Proof } from "../proof";
import type { Books, Reported } from "./books";
import { checkBooks } from "./check-books";
import { killForAWhile } from "./kill";
import { runShop } from "./load";
import { readDesk, readGateway, readService } from "./read-books";
import { settle } from "./settle";
import { startStack } from "./stack";

type CrashSize = { processKills: number; postgresKills: number; shops: number };

const SETTLE_LIMIT_MS = 300_000;
const READY_LIMIT_MS = 120_000;
/** Longer than an interrupted request can still be in progress. */
const CALLS_END_MS = 20_000;

/** Failures 3 to 6, 22 and 25 under load, and everything that depends on jobs. */
export const crash: Proof<CrashSize> = {
  name: "crash",
  title: "Crash",
  clause:
    "Whatever is killed at whatever moment, no refund is lost, none is made twice, no webhook is lost, and all agree in the end.",
  short: { processKills: 10, postgresKills: 1, shops: 6 },
  long: { processKills: 2_000, postgresKills: 100, shops: 8 },
  async run(ctx) {
    const stack = await startStack(ctx);
    const reported: Reported = { creations: [], states: [], refunds: [], forms: [] };
    let isLoading = true;
    let isOver = false;
    const load = {
      merchant: stack.merchant,
      staff: stack.staff,
      reported,
      hasTime: () => isLoading,
      isOver: () => isOver,
      prefix: `CRASH-${ctx.seed}`,
      uuid: randomUUID,
    };
    const shops = Promise.all(
      Array.from({ length: ctx.size.shops }, (_, index) =>
        runShop(load, `shop${index}`, ctx.random.fork(`shop ${index}`)),
      ),
    );
    // Reported where it is awaited; until then it must not end the process.
    shops.catch(() => undefined);
    const kills = await killForAWhile(ctx, stack);
    isLoading = false;

    const endsAt = performance.now() + READY_LIMIT_MS;
    while (!stack.programs.every((program) => program.isReady()) && performance.now() < endsAt)
      await sleep(200);
    ctx.log("every process runs again; what is pending becomes final");
    await sleep(CALLS_END_MS);
    const settled = settle({ ...stack.rows, limitMs: SETTLE_LIMIT_MS, log: ctx.log });
    await Promise.race([shops, settled]);
    await Promise.all([settled, Promise.race([shops, sleep(CALLS_END_MS)])]);
    // Also settles what clients started during the first settling.
    const settledIn = await settle({ ...stack.rows, limitMs: SETTLE_LIMIT_MS, log: ctx.log });
    isOver = true;
    await shops;

    const books: Books = {
      reported,
      service: await readService(stack.rows.service),
      gateway: await readGateway(stack.rows.service),
      desk: await readDesk(stack.rows.desk),
      received: stack.received,
    };
    return { figures: figuresOf(books, kills, settledIn), anomalies: [...stack.lost, ...checkBooks(books)] };
  },
};

function figuresOf(books: Books, kills: Awaited<ReturnType<typeof killForAWhile>>, settledIn: number) {
  const { reported, service, desk, received } = books;
  const unknown = desk.intents.filter(({ audit }) => audit.includes("refund_unknown"));
  return {
    processKills: kills.processes,
    severalAtOnce: kills.together,
    atFailpoints: kills.atFailpoints,
    failpointsReached: kills.failpoints,
    postgresKills: kills.postgres,
    payments: reported.creations.length,
    refunds: service.refunds.length,
    refundForms: reported.forms.length,
    formsWithoutResponse: reported.forms.filter(({ kind }) => kind === null).length,
    intentsOnceUnknown: unknown.length,
    lateMoneySentBack: service.reversals.length,
    webhooks: service.deliveries.length,
    webhookRequests: received.length,
    settledInSeconds: settledIn,
  };
}
