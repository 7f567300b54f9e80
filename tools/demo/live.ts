import { commandsHere } from "@/server/platform/commands-here";
import { setTimeout as sleep } from "node:timers/promises";
import { createPaydeckClient } from "@/lib/client";
import { formatPaise } from "@/lib/money";
import { systemClock } from "@/server/platform/clock";
import { StartupError } from "@/server/platform/lifecycle";
import { readRunningStack } from "@/server/platform/running";
import { serviceOf } from "@/server/start/child-env";
import type { StartEnv } from "@/server/start/env";
import { loadSecrets } from "@/server/start/secrets";
import type { DemoFate, PlannedPayment } from "./contract";
import { planPayment } from "./plan";
import { DemoRandom } from "./random";

const PAUSE_MS = 1_000;
const CHOICES: Record<DemoFate, string | null> = {
  paid: "success",
  declined: "failure",
  left: "drop",
  expired: null,
  open: null,
  not_opened: null,
};

/** Merchant and customers of a running sandbox: a payment each second, over HTTP, until the process is stopped. */
export async function liveOn(env: StartEnv): Promise<void> {
  if (readRunningStack(env.folder) === null) {
    throw new StartupError(
      commandsHere("Paydeck is not running here. Start it with npm start, in another terminal."),
    );
  }
  const { secrets } = await loadSecrets(env.folder, env);
  const { baseUrl, apiKey, apiSalt: salt } = serviceOf(env, secrets);
  const client = createPaydeckClient({ baseUrl, apiKey, salt });
  const random = new DemoRandom(systemClock.now().getTime() % 1_000_000_007);
  process.stdout.write("A payment each second. Ctrl-C stops.\n");
  for (let number = 1; ; number += 1) {
    const now = systemClock.now();
    const planned = planPayment(now, random.whole(10_000, 99_999), random);
    process.stdout.write(`${now.toISOString().slice(11, 19)}  ${await create(client, planned)}\n`);
    await sleep(PAUSE_MS);
  }
}

async function create(
  client: ReturnType<typeof createPaydeckClient>,
  planned: PlannedPayment,
): Promise<string> {
  const { customer, amountPaise, currency, reference } = planned;
  const response = await client.initiatePayment({
    merchant_transaction_id: reference,
    transaction_amount: formatPaise(amountPaise),
    currency,
    customer_details: {
      customer_name: customer.name,
      customer_email: customer.email,
      customer_phone: customer.phone,
    },
    payment_method: planned.method,
    udf1: planned.channel,
    ...(planned.cardScheme === null ? {} : { card_scheme: planned.cardScheme }),
    ...(planned.bank === null ? {} : { issuing_bank: planned.bank }),
  });
  const line = `${reference}  ${currency} ${formatPaise(amountPaise)}`;
  if (response.kind !== "answered") return `${line}  not created (${response.kind})`;
  const choice = CHOICES[planned.fate];
  const { payment_link: link } = response.value;
  if (choice === null || link === undefined)
    return `${line}  ${link === undefined ? "no checkout" : "waits"}`;
  void choose(link, choice, planned);
  return `${line}  ${choice}`;
}

/** The customer at the checkout page, some seconds later. */
async function choose(link: string, outcome: string, { method, takesMs }: PlannedPayment): Promise<void> {
  await sleep(takesMs / 60);
  const body = new URLSearchParams({ outcome, method });
  await fetch(link, { method: "POST", body, redirect: "manual" }).catch(() => undefined);
}
