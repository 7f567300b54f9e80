import { setTimeout as sleep } from "node:timers/promises";
import { parseAmount } from "@/lib/money";
import { commandsHere } from "@/server/platform/commands-here";
import { elapsedMs, systemClock } from "@/server/platform/clock";
import { formatId } from "./domain/payments/ids";
import { checkGateway, type CheckTools, type StepResult } from "./gateway/check/check-gateway";
import { listenForNotifications } from "./gateway/check/listen";
import { CHECKED_VENDORS, type CheckedVendor, vendorToCheck } from "./gateway/check/vendors";
import { gatewayConfig, readGatewayEnv } from "./gateway/env";

const USAGE =
  commandsHere(`Usage: npm run gateway:check -- VENDOR [--currency USD] [--amount 10.00] [--listen PORT] [--minutes 10]
  VENDOR       ${CHECKED_VENDORS.join(", ")}
  --currency   of the payment, if your account takes another one
  --amount     of the payment
  --listen     the port of this machine at which the vendor's notifications arrive, through a tunnel of yours
  --minutes    how long each step is waited for`);

const POLL_EVERY_MS = 2_000;

class UsageError extends Error {}

type Wanted = {
  vendor: CheckedVendor;
  currency: string | null;
  amountPaise: bigint;
  port: number | null;
  minutes: number;
};

/** Whether nothing failed. Throws a sentence when nothing was tried. `say` writes a line of the report. */
export async function runGatewayCheck(
  args: readonly string[],
  { environment, say }: { environment?: NodeJS.ProcessEnv; say: (text: string) => void },
): Promise<boolean> {
  const wanted = readArguments(args);
  const vendor = await vendorToCheck(wanted.vendor, gatewayConfig(readGatewayEnv(environment)), systemClock);
  if (vendor === null) {
    throw new UsageError(`${wanted.vendor} is not configured: set its variables (docs/gateways.md).`);
  }
  if (vendor.isLive) {
    throw new UsageError(
      "These are live credentials: money would move. Set those of the vendor's test mode. Nothing was called.",
    );
  }
  const { gateway, apiBase } = vendor;
  if (apiBase !== null) {
    say(`Against ${apiBase.origin} instead of the vendor's own address: a proxy, or a double for tests.`);
    say("If it is a double, what follows says nothing about the vendor.\n");
  }
  const listening = wanted.port === null ? null : await listenForNotifications(gateway, wanted.port);
  if (listening !== null) {
    say(`Notifications are expected at http://127.0.0.1:${listening.port}. Let the vendor reach it.\n`);
  }
  try {
    return await checkGateway(
      gateway,
      tools(wanted, { currency: vendor.currency, heard: listening?.heard ?? null, say }),
    );
  } finally {
    listening?.close();
  }
}

type Surroundings = {
  currency: string;
  heard: ReturnType<NonNullable<CheckTools["heard"]>> | null;
  say: (text: string) => void;
};

function tools(wanted: Wanted, { currency, heard, say }: Surroundings): CheckTools {
  let startedAt = elapsedMs();
  let count = 0;
  return {
    report(result) {
      startedAt = elapsedMs();
      say(line(result));
    },
    askToPay(page) {
      say(`\nPay on this page with a test card of the vendor's:\n${page}\n`);
    },
    async pause() {
      if (elapsedMs() - startedAt > wanted.minutes * 60_000) return false;
      await sleep(POLL_EVERY_MS);
      return true;
    },
    heard: heard === null ? null : () => heard,
    newPayment() {
      count += 1;
      const now = systemClock.now();
      const paymentId = formatId("TXN", now.getTime() + count);
      return {
        idempotencyKey: `1:${paymentId}`,
        merchantId: 1,
        paymentId,
        reference: `CHECK-${now.getTime()}-${count}`,
        merchantName: "Paydeck gateway check",
        amountPaise: wanted.amountPaise,
        currency: wanted.currency ?? currency,
        customer: { email: null, phone: null, name: null },
        paymentMethod: null,
        returnUrl: "https://example.com/",
        expiresAt: new Date(now.getTime() + 60 * 60_000),
      };
    },
  };
}

const LABELS = { ok: "ok       ", failed: "FAILED   ", not_tried: "not tried" } as const;

function line({ step, result, words }: StepResult): string {
  return `${LABELS[result]}  ${step}: ${words}`;
}

function readArguments([name, ...options]: readonly string[]): Wanted {
  const vendor = CHECKED_VENDORS.find((each) => each === name);
  if (vendor === undefined) throw new UsageError(USAGE);
  const given = new Map<string, string>();
  for (let i = 0; i < options.length; i += 2) {
    const [option = "", value] = [options[i], options[i + 1]];
    if (!/^--(currency|amount|listen|minutes)$/.test(option) || value === undefined || given.has(option)) {
      throw new UsageError(USAGE);
    }
    given.set(option, value);
  }
  const amount = parseAmount(given.get("--amount") ?? "10.00");
  const numbers = ["--listen", "--minutes"].map((option) => given.get(option) ?? null);
  const isWrong = numbers.some((text) => text !== null && !/^[0-9]{1,5}$/.test(text));
  const currency = given.get("--currency") ?? null;
  if (!amount.ok || isWrong || (currency !== null && !/^[A-Z]{3}$/.test(currency)))
    throw new UsageError(USAGE);
  const [port, minutes] = numbers.map((text) => (text === null ? null : parseInt(text, 10)));
  return { vendor, currency, amountPaise: amount.value, port: port ?? null, minutes: minutes ?? 10 };
}
