import { execFile } from "node:child_process";
import { join } from "node:path";
import { createSystemDatabase } from "@/server/checks/migrated-database";
import { type Nginx, prepareNginx } from "@/server/checks/nginx";
import type { TestDatabase } from "@/server/checks/database";
import { projectRoot } from "@/server/platform/root";
import type { MerchantCode } from "./merchant-code";
import { freePort, startTestService, TEST_SALT_KEY, type TestServiceProcess } from "./service";

export type CommandResult = { code: number; stdout: string; stderr: string };

/** Two cells, each with a database, a service with its worker and a merchant, behind one real proxy. */
export type TwoCells = {
  url: string;
  a: TestServiceProcess;
  b: TestServiceProcess;
  nginx: Nginx;
  /** The variables of `npm run cells`. */
  variables: Record<string, string>;
  /** A merchant's own code that knows only the proxy. */
  atProxy(merchant: MerchantCode): MerchantCode;
  cells(...args: string[]): Promise<CommandResult>;
  /** Writes the proxy's table and has it read. */
  map(): Promise<CommandResult>;
  stop(): Promise<void>;
};

export async function startTwoCells(env: Record<string, string> = {}): Promise<TwoCells> {
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const [databaseA, databaseB] = [
    await createSystemDatabase("routing"),
    await createSystemDatabase("routing"),
  ];
  const variables = {
    CELLS_DATABASE_URLS: `${databaseA.url} ${databaseB.url}`,
    ROUTING_SALT_KEY: TEST_SALT_KEY,
  };
  const cells = (...args: string[]): Promise<CommandResult> => runCells(args, variables);
  await nameCell(databaseA, "a", 0);
  await nameCell(databaseB, "b", 1);
  const start = (database: TestDatabase): Promise<TestServiceProcess> =>
    startTestService(
      {
        ROUTING_PUBLIC_URL: url,
        ROUTING_TRUSTED_PROXIES: "127.0.0.1/32",
        ...env,
      },
      database,
    );
  const [a, b] = await Promise.all([start(databaseA), start(databaseB)]);
  // Both services have created a merchant of one name, which could not move to the other cell.
  await a.db.query("update merchants set name = 'Shop of a'");
  const nginx = await prepareNginx(port, { a: portOf(a), b: portOf(b) });
  const written = await cells("map", nginx.routesFile);
  if (written.code !== 0) throw new Error(written.stderr);
  await nginx.start();
  return {
    url,
    a,
    b,
    nginx,
    variables,
    atProxy: (merchant) => merchant.at(url),
    cells,
    map: () => cells("map", nginx.routesFile, "--nginx-pid", nginx.pidFile),
    async stop() {
      await nginx.stop();
      await Promise.all([a.stop(), b.stop()]);
    },
  };
}

const portOf = ({ baseUrl }: TestServiceProcess): number => parseInt(new URL(baseUrl).port, 10);

async function nameCell(database: TestDatabase, name: string, number: number): Promise<void> {
  const named = await runCells(["name", name, "--number", String(number)], {
    ROUTING_DATABASE_URL: database.url,
  });
  if (named.code !== 0) throw new Error(named.stderr);
}

export function runCells(args: readonly string[], variables: Record<string, string>): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(projectRoot(), "dist/cells.js"), ...args],
      { env: { NODE_ENV: "test", PATH: process.env.PATH, ...variables } },
      (error, stdout, stderr) =>
        resolve({
          code: error === null ? 0 : typeof error.code === "number" ? error.code : -1,
          stdout,
          stderr,
        }),
    );
  });
}
