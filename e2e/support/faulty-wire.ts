import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import pg from "pg";
import type { LifecycleMessage } from "../../server/platform/lifecycle";
import { E2E, stackFolder } from "../../tools/testing/e2e-stack";
import { registerDashboard } from "./direct";
import { openFaultyWire as openWire } from "../../tools/prove/stack/faulty-wire";

/**
 * A connection between a dashboard and the real service that can lose the response to a refund that the service
 * accepted.
 */
export type FaultyWire = {
  url: string;
  refundCalls: () => number;
  loseResponses: (lost: boolean) => void;
  /** Breaks the connection before a refund reaches the service. */
  loseRequests: (lost: boolean) => void;
  close(): Promise<void>;
};

export async function openFaultyWire(): Promise<FaultyWire> {
  let losing = false;
  let losingRequests = false;
  const isRefund = (path: string): boolean => path.startsWith("/v1/route/refund-initiate");
  const wire = await openWire(E2E.routingUrl, {
    faultOf: ({ path }) => {
      if (!isRefund(path)) return null;
      if (losingRequests) return "cut_request";
      return losing ? "cut_response" : null;
    },
  });
  return {
    url: wire.url,
    refundCalls: () => wire.calls.filter(({ path }) => isRefund(path)).length,
    loseResponses: (lost) => {
      losing = lost;
    },
    loseRequests: (lost) => {
      losingRequests = lost;
    },
    close: () => wire.close(),
  };
}

const OWN_SECRET = "test-secret-of-the-second-dashboard";

export type OwnDashboard = { url: string; databaseUrl: string; secret: string; stop(): Promise<void> };

/** A second dashboard with its own database, on a free port, that reaches the service over another connection. */
export async function startDashboardOn(
  routingUrl: string,
  env: Record<string, string> = {},
): Promise<OwnDashboard> {
  const databaseUrl = await createDatabase();
  const child: ChildProcess = fork(join(process.cwd(), "dist/dashboard.js"), [], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(await freePort()),
      DASHBOARD_DATABASE_URL: databaseUrl,
      NEXTAUTH_SECRET: OWN_SECRET,
      ROUTING_BASE_URL: routingUrl,
      ROUTING_API_KEY: E2E.apiKey,
      ROUTING_API_SALT: E2E.apiSalt,
      PAYDECK_SANDBOX: "1",
      SANDBOX_PASSWORD: E2E.password,
      ...env,
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const url = await urlOf(child);
  registerDashboard(url, { databaseUrl, secret: OWN_SECRET });
  return {
    url,
    databaseUrl,
    secret: OWN_SECRET,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** Of a program that was forked, when it is ready. */
async function urlOf(child: ChildProcess): Promise<string> {
  const ended = endOf(child);
  for (;;) {
    const [message] = (await Promise.race([once(child, "message"), ended])) as [LifecycleMessage];
    switch (message.type) {
      case "step":
        break;
      case "ready":
        return message.url;
      case "failed":
        throw new Error(`the program did not start: ${message.message}`);
    }
  }
}

/** One that cannot be loaded tells nothing. */
async function endOf(child: ChildProcess): Promise<never> {
  const [code] = (await once(child, "exit")) as [number | null];
  throw new Error(`the program ended with ${String(code)} before it was ready`);
}

/** A new database on the stack's own Postgres; deleted with the stack's data folder. */
async function createDatabase(system: "dashboard" | "routing" = "dashboard"): Promise<string> {
  const folder = stackFolder();
  const read = (name: string): Record<string, string> =>
    JSON.parse(readFileSync(join(folder, name), "utf8")) as Record<string, string>;
  const url = new URL(read("running.json").dashboardDatabaseUrl ?? "");
  url.username = "postgres";
  url.password = read("secrets.json").superuserPassword ?? "";
  url.pathname = "/postgres";
  const name = `${system}_${randomUUID().slice(0, 8)}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create database "${name}"`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}

/** Next.js must know its port before it listens: it requests the page that an action redirects to from itself. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
