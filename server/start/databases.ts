import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/server/embedded/start-postgres";
import { closeFolder, isOpenToOthers } from "@/server/platform/close-folder";
import type { KeepEvent } from "@/server/platform/keep-running";
import { StartupError } from "@/server/platform/lifecycle";
import type { StartEnv } from "./env";
import { refuseDatabase } from "./refuse-database";
import type { Secrets } from "./secrets";

type DatabaseUrls = {
  /** Null where the dashboard uses another service. */
  routing: string | null;
  dashboard: string;
};

/** The databases of both systems: the embedded Postgres, as far as the environment names no others. */
type Databases = { start(): Promise<DatabaseUrls>; stop(): Promise<void>; kill(): void };

type DatabaseEvents = { onNews: (line: string) => void; onEvent: (event: KeepEvent) => void };

export function createDatabases(
  env: StartEnv,
  secrets: Secrets,
  { onNews, onEvent }: DatabaseEvents,
): Databases {
  let postgres: EmbeddedPostgres | null = null;
  const stopping = new AbortController();
  let starting: Promise<unknown> = Promise.resolve();
  const withRouting = env.foreignService === null;

  const startAll = async (): Promise<DatabaseUrls> => {
    await closeFolder(join(env.folder, "logs"));
    const databases = [
      ...(withRouting && env.routingDatabaseUrl === undefined
        ? [{ name: "routing", password: secrets.routingPassword }]
        : []),
      ...(env.dashboardDatabaseUrl === undefined
        ? [{ name: "dashboard", password: secrets.dashboardPassword, createsRoles: true }]
        : []),
    ];
    if (databases.length > 0) {
      postgres = await startEmbeddedPostgres({
        folder: env.folder,
        superuserPassword: secrets.superuserPassword,
        databases,
        onEvent,
        signal: stopping.signal,
      });
    }
    if (databases.length === 0) await closeFolder(env.folder);
    if (await isOpenToOthers(env.folder)) {
      onNews(
        `Other users of this machine can list ${env.folder}. Set DATA_DIR to a folder that belongs to this user alone.`,
      );
    }
    if (stopping.signal.aborted) throw new StartupError("Stopped while it started.");
    const urls = {
      routing: withRouting ? urlOf(env.routingDatabaseUrl, "routing") : null,
      dashboard: urlOf(env.dashboardDatabaseUrl, "dashboard"),
    };
    const configured = { routing: env.routingDatabaseUrl, dashboard: env.dashboardDatabaseUrl };
    for (const system of ["routing", "dashboard"] as const) {
      const url = urls[system];
      const where = configured[system] === undefined ? ` in ${env.folder}` : "";
      if (url !== null)
        await refuseDatabase({
          system,
          url,
          title: `The ${system} database${where}`,
          isProduction: env.isProduction,
        });
    }
    return urls;
  };

  const urlOf = (configured: string | undefined, name: string): string => {
    if (configured !== undefined) return configured;
    if (postgres === null) throw new Error(`there is no database for ${name}`);
    return postgres.urlOf(name);
  };

  return {
    start() {
      const started = startAll();
      starting = started.catch(() => null);
      return started;
    },
    async stop() {
      stopping.abort();
      await starting;
      await postgres?.stop();
    },
    kill: () => postgres?.kill(),
  };
}
