import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { query } from "@/tools/testing/embedded/harness";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/server/embedded/start-postgres";
import { projectRoot } from "@/server/platform/root";
import { acquireLock } from "@/server/setup/folder-lock.mjs";
import { loadSecrets } from "@/server/start/secrets";

type Outcome = { code: number | null; output: string };
type Program = "backups" | "restore" | "migrate" | "merchant" | "invite-admin" | "refunds" | "distribute";

export function launch(program: Program, args: string[], env: Record<string, string>) {
  return spawn(process.execPath, [join(projectRoot(), "dist", `${program}.js`), ...args], {
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs a built program to its end. */
export async function run(program: Program, args: string[], env: Record<string, string>): Promise<Outcome> {
  const child = launch(program, args, env);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  }
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

/** Both databases of a version of Paydeck with some rows, as `npm start` would run them on a data folder. */
export type Installation = { postgres: EmbeddedPostgres; stop(): Promise<void> };

export async function startInstallation(folder: string): Promise<Installation> {
  const { secrets } = await loadSecrets(folder, {});
  const lock = await acquireLock(join(folder, "paydeck.lock"));
  const postgres = await startEmbeddedPostgres({
    folder,
    superuserPassword: secrets.superuserPassword,
    databases: [
      { name: "routing", password: secrets.routingPassword },
      { name: "dashboard", password: secrets.dashboardPassword, createsRoles: true },
    ],
    onEvent: () => undefined,
  });
  return {
    postgres,
    async stop() {
      await postgres.stop();
      if (lock.held) lock.release();
    },
  };
}

/** Migrates two databases and writes merchants, people and audit entries into them. */
export async function fill(urls: { routing: string; dashboard: string }): Promise<void> {
  const env = { ROUTING_DATABASE_URL: urls.routing, DASHBOARD_DATABASE_URL: urls.dashboard };
  const steps: [Program, string[]][] = [
    ["migrate", []],
    ["merchant", ["create", "Corner shop"]],
    ["invite-admin", ["asha@example.com", "Asha"]],
    ["invite-admin", ["ravi@example.com", "Ravi"]],
  ];
  for (const [program, args] of steps) {
    const key = Buffer.alloc(32, 7).toString("base64");
    const { code, output } = await run(program, args, { ...env, ROUTING_SALT_KEY: key });
    if (code !== 0) throw new Error(`${program} failed: ${output}`);
  }
}

export async function peopleIn(url: string): Promise<unknown[]> {
  return (await query(url, "select email from people order by email")).map(({ email }) => email);
}
