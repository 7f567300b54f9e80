import { join } from "node:path";
import type { Clock } from "@/server/platform/clock";
import { closeFolder, isOpenToOthers } from "@/server/platform/close-folder";
import type { KeepEvent } from "@/server/platform/keep-running";
import { StartupError } from "@/server/platform/lifecycle";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/server/embedded/start-postgres";
import { projectRoot } from "@/server/platform/root";
import { dashboardEnv, routingEnv } from "./child-env";
import type { StartEnv } from "./env";
import type { Secrets } from "./secrets";
import { type Service, startService } from "./service";

/** Both systems and their database, running. */
export type Stack = {
  dashboardUrl: string;
  routingDatabaseUrl: string | null;
  dashboardDatabaseUrl: string;
};

export type StackEvents = {
  /** One line for the terminal. */
  onNews: (line: string) => void;
  /** A part cannot be kept running; the others are useless without it. */
  onLost: (line: string) => void;
};

type PartName = "database" | "routing" | "dashboard";
const TITLES: Record<PartName, string> = {
  database: "The database",
  routing: "The routing service",
  dashboard: "The dashboard",
};

/** Starts the parts, and stops those that were started, at any stage of the start. */
export type StackControl = { start(): Promise<Stack>; stop(): Promise<void>; kill(): void };

export function createStack(
  env: StartEnv,
  secrets: Secrets,
  { clock, ...events }: StackEvents & { clock: Clock },
): StackControl {
  let postgres: EmbeddedPostgres | null = null;
  let routing: Service | null = null;
  let dashboard: Service | null = null;
  const withRouting = env.foreignService === null;
  const stopping = new AbortController();
  let starting: Promise<unknown> = Promise.resolve();

  const downSince = new Map<PartName, Date>();
  const tellOfParts = (): void => {
    for (const [name, service] of [["routing", routing] as const, ["dashboard", dashboard] as const]) {
      const others = [...downSince].filter(([part]) => part !== name);
      const parts = others.map(([part, since]) => ({ part, since: since.toISOString() }));
      service?.tell({ type: "parts_down", parts });
    }
  };
  /**
   * Reports one line for each problem of a part, with the time since when it is down, one when it is back, and one per
   * minute while a start is in progress.
   */
  const watch = (part: PartName, log: string) => (event: KeepEvent) => {
    const now = clock.now();
    const since = downSince.get(part) ?? now;
    switch (event.kind) {
      case "starting":
        events.onNews(
          `${TITLES[part]} has been starting for ${event.forMinutes} min${event.step === null ? "" : `: ${event.step}`} (log: ${log}).`,
        );
        break;
      case "down":
        downSince.set(part, since);
        events.onNews(
          `${TITLES[part]} has been down since ${since.toISOString()}: ${event.problem}. It is started again (log: ${log}).`,
        );
        break;
      case "up":
        downSince.delete(part);
        events.onNews(
          `${TITLES[part]} is back at ${now.toISOString()}, after ${(now.getTime() - since.getTime()) / 1000} s.`,
        );
        break;
      case "lost":
        events.onLost(`${TITLES[part]} cannot be started again: ${event.problem}`);
        break;
    }
    tellOfParts();
  };

  const startAll = async (): Promise<Stack> => {
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
        onEvent: watch("database", join(env.folder, "logs", "postgres.log")),
        signal: stopping.signal,
      });
    }
    if (databases.length === 0) await closeFolder(env.folder);
    if (await isOpenToOthers(env.folder)) {
      events.onNews(
        `Other users of this machine can list ${env.folder}. Set DATA_DIR to a folder that belongs to this user alone.`,
      );
    }
    const urlOf = (configured: string | undefined, name: string): string => {
      if (configured !== undefined) return configured;
      if (postgres === null) throw new Error(`there is no database for ${name}`);
      return postgres.urlOf(name);
    };
    const routingDatabaseUrl = withRouting ? urlOf(env.routingDatabaseUrl, "routing") : null;
    const dashboardDatabaseUrl = urlOf(env.dashboardDatabaseUrl, "dashboard");

    if (stopping.signal.aborted) throw new StartupError("Stopped while it started.");
    // Neither waits for the other: the dashboard treats a service that has not started yet as unavailable.
    if (routingDatabaseUrl !== null) {
      routing = startPart("routing", routingEnv(env, secrets, routingDatabaseUrl));
    }
    dashboard = startPart("dashboard", dashboardEnv(env, secrets, dashboardDatabaseUrl));
    const [, dashboardUrl] = await Promise.all([routing?.url, dashboard.url]);
    tellOfParts();
    return { dashboardUrl, routingDatabaseUrl, dashboardDatabaseUrl };
  };

  const startPart = (part: "routing" | "dashboard", childEnv: NodeJS.ProcessEnv): Service => {
    const logFile = join(env.folder, "logs", `${part}.log`);
    return startService({
      name: TITLES[part],
      program: join(projectRoot(), "dist", `${part}.js`),
      env: childEnv,
      logFile,
      onEvent: watch(part, logFile),
    });
  };

  return {
    start() {
      const started = startAll();
      starting = started.catch(() => null);
      return started;
    },
    /** The dashboard first, so that its requests still find the service; the database last. */
    async stop() {
      stopping.abort();
      await dashboard?.stop();
      await routing?.stop();
      await starting;
      await postgres?.stop();
    },
    kill() {
      dashboard?.kill();
      routing?.kill();
      postgres?.kill();
    },
  };
}
