import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { projectRoot } from "@/server/platform/root";
import { E2E, E2E_DATA_DIR_VARIABLE } from "./e2e-stack";

const STOP_LIMIT_MS = 60_000;

/**
 * Starts the built product like `npm start`, on a separate data folder, and waits until it is ready. It has an IPC
 * channel to this process and stops when that closes, so a killed test run leaves nothing behind.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "paydeck-e2e-"));
  // When started by root, Postgres runs as another user, which must be able to enter.
  await chmod(folder, 0o755);
  process.env[E2E_DATA_DIR_VARIABLE] = folder;
  const product = spawn(process.execPath, [join(projectRoot(), "dist", "start.js")], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(E2E.dashboardPort),
      ROUTING_PORT: String(E2E.routingPort),
      SANDBOX_API_KEY: E2E.apiKey,
      SANDBOX_API_SALT: E2E.apiSalt,
      SANDBOX_PASSWORD: E2E.password,
      // The tests' webhook endpoints are on this machine.
      WEBHOOK_PRIVATE_ADDRESSES_ALLOWED: "127.0.0.1/32",
      // All tests sign in from this machine, many of them with wrong passwords.
      SIGN_IN_FAILURES_PER_NETWORK: "1000",
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const tearDown = async (): Promise<void> => {
    await stop(product);
    await keepLogs(folder);
    await rm(folder, { recursive: true, force: true });
  };
  if (await becomesReady(product)) return tearDown;
  await tearDown();
  throw new Error("The product did not start; its words are above, its logs in .checks/e2e-logs.");
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

/** Replaced by every run; explains failed tests. */
async function keepLogs(folder: string): Promise<void> {
  const kept = join(projectRoot(), ".checks", "e2e-logs");
  await rm(kept, { recursive: true, force: true });
  await cp(join(folder, "logs"), kept, { recursive: true }).catch(() => undefined);
}
