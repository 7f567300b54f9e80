import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { projectRoot } from "@/server/platform/root";
import { startE2eVendor } from "./e2e-vendor";
import { E2E, E2E_STACKS, type E2eStack, setStackFolder } from "./e2e-stack";

const STOP_LIMIT_MS = 60_000;

/** Starts the stacks, and stops all of them when one does not start. `logs`: where theirs are kept when they have stopped. */
export async function startStacks(logs: string): Promise<() => Promise<void>> {
  await rm(logs, { recursive: true, force: true });
  const vendor = await startE2eVendor();
  const starts = await Promise.allSettled(
    E2E_STACKS.map((stack, index) => startStack(stack, { index, vendorUrl: vendor.url, logs })),
  );
  const tearDowns = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
  const tearDown = async (): Promise<void> => {
    await Promise.all(tearDowns.map((one) => one()));
    await vendor.close();
  };
  const failed = starts.find((start) => start.status === "rejected");
  if (failed === undefined) return tearDown;
  await tearDown();
  throw failed.reason;
}

/**
 * Starts the built product like `npm start`, on a separate data folder, and waits until it is ready. It has an IPC
 * channel to this process and stops when that closes, so a killed test run leaves nothing behind.
 */
async function startStack(
  stack: E2eStack,
  { index, vendorUrl, logs }: { index: number; vendorUrl: string; logs: string },
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "paydeck-e2e-"));
  // When started by root, Postgres runs as another user, which must be able to enter.
  await chmod(folder, 0o755);
  setStackFolder(index, folder);
  const product = spawn(process.execPath, [join(projectRoot(), "dist", "start.js")], {
    env: {
      ...process.env,
      // Vitest sets another.
      NODE_ENV: "production",
      DATA_DIR: folder,
      PORT: String(stack.dashboardPort),
      ROUTING_PORT: String(stack.routingPort),
      SANDBOX_API_KEY: E2E.apiKey,
      SANDBOX_API_SALT: E2E.apiSalt,
      SANDBOX_PASSWORD: E2E.password,
      // For the accounts that merchants enter; the environment has none.
      STRIPE_API_BASE: vendorUrl,
      CASHFREE_API_BASE: vendorUrl,
      // The tests' webhook endpoints and chats are on this machine.
      WEBHOOK_PRIVATE_ADDRESSES_ALLOWED: "127.0.0.1/32",
      CHAT_PRIVATE_ADDRESSES_ALLOWED: "127.0.0.1/32",
      // All tests sign in from this machine, many of them with wrong passwords.
      SIGN_IN_FAILURES_PER_NETWORK: "1000",
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const tearDown = async (): Promise<void> => {
    await stop(product);
    await keepLogs(folder, join(logs, String(index)));
    await rm(folder, { recursive: true, force: true });
  };
  if (await becomesReady(product)) return tearDown;
  await tearDown();
  throw new Error(`The product did not start; its words are above, its logs in ${logs}.`);
}

async function becomesReady(product: ChildProcess): Promise<boolean> {
  if (product.stdout === null) return false;
  for await (const line of createInterface({ input: product.stdout })) {
    if (!line.startsWith("Paydeck is ready")) continue;
    product.stdout.resume();
    return true;
  }
  return false;
}

async function stop(product: ChildProcess): Promise<void> {
  if (product.exitCode !== null || product.signalCode !== null) return;
  const limit = setTimeout(() => product.kill("SIGKILL"), STOP_LIMIT_MS);
  product.kill("SIGTERM");
  await once(product, "exit");
  clearTimeout(limit);
}

/** They help to explain a failed test. */
async function keepLogs(folder: string, logs: string): Promise<void> {
  await cp(join(folder, "logs"), logs, { recursive: true }).catch(() => undefined);
}
