import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Figures, Outcome, ProofContext } from "../proof";
import type { Books, Reported } from "./books";
import { checkBooks } from "./check-books";
import { runShop } from "./load";
import { readDesk, readGateway, readService } from "./read-books";
import { settle } from "./settle";
import type { CrashStack } from "./stack";

const SETTLE_LIMIT_MS = 300_000;
const READY_LIMIT_MS = 120_000;
/** Longer than an interrupted request, or one whose client went away, can still be in progress. */
const CALLS_END_MS = 20_000;

/** Lets shops and staff work while `trouble` is made, until all that they began is final, and compares the books. */
export async function underTrouble(
  ctx: ProofContext<{ shops: number }>,
  stack: CrashStack,
  prefix: string,
  trouble: () => Promise<Figures>,
): Promise<Outcome> {
  const reported: Reported = { creations: [], states: [], refunds: [], forms: [] };
  let isLoading = true;
  let isOver = false;
  const load = {
    merchant: stack.merchant,
    staff: stack.staff,
    reported,
    hasTime: () => isLoading,
    isOver: () => isOver,
    prefix: `${prefix}-${ctx.seed}`,
    uuid: randomUUID,
  };
  const shops = Promise.all(
    Array.from({ length: ctx.size.shops }, (_, index) =>
      runShop(load, `shop${index}`, ctx.random.fork(`shop ${index}`)),
    ),
  );
  // Reported where it is awaited; until then it must not end the process.
  shops.catch(() => undefined);
  const troubles = await trouble();
  isLoading = false;

  const endsAt = performance.now() + READY_LIMIT_MS;
  while (!stack.programs.every((program) => program.isReady()) && performance.now() < endsAt)
    await sleep(200);
  ctx.log("every process runs; what is pending becomes final");
  await sleep(CALLS_END_MS);
  await settle({ ...stack.rows, limitMs: SETTLE_LIMIT_MS, log: ctx.log });
  await Promise.race([shops, sleep(CALLS_END_MS)]);
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
  return {
    figures: { ...troubles, ...figuresOf(books), settledInSeconds: settledIn },
    anomalies: [...stack.lost, ...checkBooks(books)],
  };
}

function figuresOf({ reported, service, desk, received }: Books): Figures {
  return {
    payments: reported.creations.length,
    refunds: service.refunds.length,
    refundForms: reported.forms.length,
    formsWithoutResponse: reported.forms.filter(({ kind }) => kind === null).length,
    intentsOnceUnknown: desk.intents.filter(({ audit }) => audit.includes("refund_unknown")).length,
    lateMoneySentBack: service.reversals.length,
    webhooks: service.deliveries.length,
    webhookRequests: received.length,
  };
}
