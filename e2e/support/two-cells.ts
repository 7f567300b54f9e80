import { type ChildProcess, execFile, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { createPaydeckClient } from "../../lib/client";
import { freePort } from "../../server/checks/free-port";
import { type Nginx, prepareNginx } from "../../server/checks/nginx";
import { createDatabase, urlOf } from "./faulty-wire";

/** A cell with its service and one merchant, whose program knows only the proxy. */
export type Cell = {
  apiKey: string;
  salt: string;
  client: ReturnType<typeof createPaydeckClient>;
  stop(): Promise<void>;
};

/** Two cells behind a real nginx (decision 0333). */
export type TwoCells = {
  url: string;
  a: Cell;
  b: Cell;
  /** Moves the merchant of a to b, and has nginx read its new table. */
  moveToB(): Promise<void>;
  stop(): Promise<void>;
};

const run = (program: string, args: readonly string[], env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [join("dist", `${program}.js`), ...args], {
    env: { NODE_ENV: "production", PATH: process.env.PATH, ...env },
  });

export async function startTwoCells(): Promise<TwoCells> {
  const ports = { proxy: await freePort(), a: await freePort(), b: await freePort() };
  const url = `http://127.0.0.1:${ports.proxy}`;
  const saltKey = randomBytes(32).toString("base64");
  const databases = { a: await createDatabase("routing"), b: await createDatabase("routing") };
  const start = async (name: "a" | "b", number: number): Promise<Cell> => {
    const ROUTING_DATABASE_URL = databases[name];
    await run("migrate", [], { ROUTING_DATABASE_URL });
    await run("cells", ["name", name, "--number", String(number)], { ROUTING_DATABASE_URL });
    const apiKey = `key_of_${name}_${randomBytes(6).toString("hex")}`;
    const salt = `salt_of_${name}_${randomBytes(12).toString("hex")}`;
    const child = fork(join("dist", "routing.js"), [], {
      env: {
        NODE_ENV: "production",
        PATH: process.env.PATH,
        ROUTING_DATABASE_URL,
        ROUTING_PORT: String(ports[name]),
        ROUTING_SALT_KEY: saltKey,
        ROUTING_PUBLIC_URL: url,
        ROUTING_TRUSTED_PROXIES: "127.0.0.1/32",
        ROUTING_LOG_LEVEL: "error",
        SANDBOX_API_KEY: apiKey,
        SANDBOX_API_SALT: salt,
      },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    await urlOf(child);
    return {
      apiKey,
      salt,
      client: createPaydeckClient({ baseUrl: url, apiKey, salt, timeoutMs: 15_000 }),
      stop: () => end(child),
    };
  };
  const a = await start("a", 0);
  const b = await start("b", 1);
  await rename(databases.a);
  const nginx: Nginx = await prepareNginx(ports.proxy, ports);
  const variables = { CELLS_DATABASE_URLS: `${databases.a} ${databases.b}`, ROUTING_SALT_KEY: saltKey };
  await run("cells", ["map", nginx.routesFile], variables);
  await nginx.start();
  return {
    url,
    a,
    b,
    async moveToB() {
      const proxy = ["--map", nginx.routesFile, "--nginx-pid", nginx.pidFile];
      await run("cells", ["move", "--merchant", "1", "--from", "a", "--to", "b", ...proxy], variables);
    },
    async stop() {
      await nginx.stop();
      await Promise.all([a.stop(), b.stop()]);
    },
  };
}

/** Both services have made a merchant of one name, which could not move to the other cell. */
async function rename(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("update merchants set name = 'Shop of a'");
  await client.end();
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}
