import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { projectRoot } from "@/server/platform/root";
import { freePorts } from "../checks/programs.mjs";

const STOP_LIMIT_MS = 60_000;

/** The built product, running on data of its own. No real secrets. */
export type RunningPaydeck = {
  dashboardUrl: string;
  routingUrl: string;
  apiKey: string;
  apiSalt: string;
  /** Of each account of the sandbox, like `finance@example.com`. */
  password: string;
  /** What it printed until it was ready. */
  printed: string;
  /** The variables that it was started with; `DATA_DIR` is its data folder. */
  env: Record<string, string>;
  process: ChildProcess;
  stop(signal?: NodeJS.Signals): Promise<void>;
};

/** Starts it like `npm start` on free ports, with its arguments. It stops as well when this process ends. */
export async function startPaydeck(
  env: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<RunningPaydeck> {
  const folder = await mkdtemp(join(tmpdir(), "paydeck-running-"));
  // When started by root, Postgres runs as another user, which must be able to enter.
  await chmod(folder, 0o755);
  const [port = "", routingPort = ""] = freePorts(2);
  const credentials = {
    apiKey: "sandbox_key_for_tests",
    apiSalt: "sandbox_salt_for_tests",
    password: "test-password-of-the-sandbox",
  };
  const variables = {
    PATH: process.env.PATH ?? "",
    DATA_DIR: folder,
    PORT: port,
    ROUTING_PORT: routingPort,
    SANDBOX_API_KEY: credentials.apiKey,
    SANDBOX_API_SALT: credentials.apiSalt,
    SANDBOX_PASSWORD: credentials.password,
    ...env,
  };
  const product = spawn(process.execPath, [join(projectRoot(), "dist", "start.js"), ...args], {
    env: { NODE_ENV: "production", ...variables },
    // A separate process group: Ctrl-C reaches only the command, which stops what it started.
    detached: true,
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const stop = async (signal?: NodeJS.Signals): Promise<void> => {
    await end(product, signal);
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  const printed = await readUntilReady(product);
  if (printed === null) {
    await stop();
    throw new Error("Paydeck did not start");
  }
  return {
    ...credentials,
    printed,
    env: variables,
    dashboardUrl: `http://127.0.0.1:${port}`,
    routingUrl: `http://127.0.0.1:${routingPort}`,
    process: product,
    stop,
  };
}

/** Null when it ended before. */
async function readUntilReady({ stdout }: ChildProcess): Promise<string | null> {
  if (stdout === null) return null;
  let printed = "";
  for await (const line of createInterface({ input: stdout })) {
    printed += `${line}\n`;
    if (!line.startsWith("Paydeck is ready")) continue;
    stdout.resume();
    return printed;
  }
  return null;
}

async function end(product: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (product.exitCode !== null || product.signalCode !== null) return;
  const limit = setTimeout(() => product.kill("SIGKILL"), STOP_LIMIT_MS);
  product.kill(signal);
  await once(product, "exit");
  clearTimeout(limit);
}
