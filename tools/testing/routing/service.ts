import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { afterAll, inject } from "vitest";
import type { TestDatabase } from "@/tools/testing/database";
import { freePort } from "@/tools/testing/free-port";
import { createSystemDatabase } from "@/tools/testing/migrated-database";
import { limitStatements, startPooler } from "@/tools/testing/pooler";
import type { LifecycleMessage } from "@/server/platform/lifecycle";
import { createLogger } from "@/server/platform/log";
import { projectRoot } from "@/server/platform/root";
import { readRoutingEnv } from "@/server/routing/env";
import { readRoles } from "@/server/routing/roles";
import { startRouting } from "@/server/routing/start-routing";
import { MerchantCode } from "./merchant-code";

export const TEST_SALT_KEY = Buffer.alloc(32, "test-salt-key").toString("base64");

/** A routing service of one test file: its database, its sandbox merchant. */
export type TestService = {
  baseUrl: string;
  /** The environment of its process: for a second process beside it. */
  variables: Record<string, string>;
  database: TestDatabase;
  /** Direct access to the service's tables, for what has no endpoint: rules, clocks, proofs. */
  db: pg.Pool;
  merchant: MerchantCode;
  stop(): Promise<void>;
};

/** One in a process of its own. */
export type TestServiceProcess = TestService & {
  /** kill -9, and restart on the same port and database. */
  killAndRestart(pause?: () => Promise<void>): Promise<void>;
};

/**
 * PAYDECK_TEST_POOLER=1: all test services connect through PgBouncer; otherwise only those of pooler.http.test.ts do.
 */
const shared = process.env.PAYDECK_TEST_POOLER === "1" ? startPooler(inject("adminUrl")) : null;
if (shared !== null) afterAll(async () => (await shared)?.stop());

async function throughShared(databaseUrl: string): Promise<Record<string, string>> {
  const pooler = await shared;
  if (pooler === null) return {};
  await limitStatements(databaseUrl);
  return { ROUTING_POOLER_URL: pooler.urlOf(databaseUrl) };
}

type Started = { stop(): Promise<void> };
type Options = { role?: "service"; onOutput?: (text: string) => void };

/** The environment of a service and its database; without `ownDatabase` a new one. */
async function prepare(env: Record<string, string>, ownDatabase: TestDatabase | undefined) {
  const database = ownDatabase ?? (await createSystemDatabase("routing"));
  const port = await freePort();
  const apiKey = `test_key_${randomBytes(4).toString("hex")}`;
  const salt = `test_salt_${randomBytes(4).toString("hex")}`;
  const variables: Record<string, string> = {
    ROUTING_DATABASE_URL: database.url,
    ROUTING_PORT: String(port),
    ROUTING_SALT_KEY: TEST_SALT_KEY,
    SANDBOX_API_KEY: apiKey,
    SANDBOX_API_SALT: salt,
    ROUTING_LOG_LEVEL: "error",
    SIMULATOR_REFUND_MS: "300",
    SIMULATOR_FAULTS: "1",
    WEBHOOK_PRIVATE_ADDRESSES_ALLOWED: "127.0.0.1/32",
    ...(ownDatabase === undefined ? await throughShared(database.url) : {}),
    ...env,
  };
  const baseUrl = `http://127.0.0.1:${port}`;
  return { database, variables, baseUrl, merchant: new MerchantCode(baseUrl, apiKey, salt) };
}

function serviceOf(prepared: Awaited<ReturnType<typeof prepare>>, running: Started): TestService {
  const db = new pg.Pool({ connectionString: prepared.database.url, max: 4 });
  db.on("error", () => undefined);
  return {
    ...prepared,
    db,
    async stop() {
      await running.stop();
      await db.end();
      await prepared.database.drop();
    },
  };
}

/** Starts the built program. */
export async function startTestService(
  env: Record<string, string> = {},
  ownDatabase?: TestDatabase,
  options: Options = {},
): Promise<TestServiceProcess> {
  const prepared = await prepare(env, ownDatabase);
  let child = await launch(prepared.variables, options);
  return {
    ...serviceOf(prepared, { stop: () => end(child, "SIGTERM") }),
    async killAndRestart(pause) {
      await end(child, "SIGKILL");
      await pause?.();
      child = await launch(prepared.variables, options);
    },
  };
}

/**
 * Starts a service without a worker in the process of the tests: the program takes most of two seconds of processor time to
 * load (0397). It is the code of the program but for `main.ts`, and answers over HTTP.
 */
export async function startServiceHere(): Promise<TestService> {
  const prepared = await prepare({}, undefined);
  const running = await startRouting(readRoutingEnv({ NODE_ENV: "test", ...prepared.variables }), {
    roles: readRoles(["service"]),
    logger: createLogger("test", "silent"),
    onStep: () => undefined,
  });
  return serviceOf(prepared, running);
}

/** Resolves when the service reports that it is ready; rejects with its own message when it cannot start. */
export function launch(
  variables: Record<string, string>,
  options: { role?: "service" | "worker"; onOutput?: (text: string) => void } = {},
): Promise<ChildProcess> {
  const { role, onOutput } = options;
  const child = fork(join(projectRoot(), "dist/routing.js"), role === undefined ? [] : [role], {
    env: { NODE_ENV: "test", PATH: process.env.PATH, ...variables },
    stdio: ["ignore", onOutput === undefined ? "ignore" : "pipe", "inherit", "ipc"],
  });
  child.stdout?.setEncoding("utf8").on("data", (text: string) => onOutput?.(text));
  return new Promise((resolve, reject) => {
    child.once("exit", (code) =>
      reject(new Error(`the service ended with ${String(code)} before it was ready`)),
    );
    child.on("message", (message) => {
      const news = message as LifecycleMessage;
      if (news.type === "ready") resolve(child);
      else if (news.type === "failed") reject(new Error(news.message));
    });
  });
}

export function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill(signal);
  });
}

export { freePort };
