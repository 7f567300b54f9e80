import { join } from "node:path";
import type { Clock } from "@/server/platform/clock";
import { StartupError } from "@/server/platform/lifecycle";
import { projectRoot } from "@/server/platform/root";
import { readBackupEnv } from "@/server/backups/env";
import { backupsEnv, dashboardEnv, routingEnv } from "./child-env";
import { createDatabases } from "./databases";
import type { StartEnv } from "./env";
import { createPartNews, logFileOf, TITLES } from "./part-news";
import type { Secrets } from "./secrets";
import { type Service, startService } from "./service";

/** Both systems and their database, running. */
export type Stack = {
  dashboardUrl: string;
  routingDatabaseUrl: string | null;
  dashboardDatabaseUrl: string;
};

export type StackEvents = {
  clock: Clock;
  /** One line for the terminal. */
  onNews: (line: string) => void;
  /** A part cannot be kept running; the others are useless without it. */
  onLost: (line: string) => void;
};

/** Starts the parts, and stops those that were started, at any stage of the start. */
export type StackControl = { start(): Promise<Stack>; stop(): Promise<void>; kill(): void };

export type CreateStack = (env: StartEnv, secrets: Secrets, events: StackEvents) => StackControl;

export const createStack: CreateStack = (env, secrets, events) => {
  let routing: Service | null = null;
  let dashboard: Service | null = null;
  let backups: Service | null = null;
  let isStopping = false;
  let starting: Promise<unknown> = Promise.resolve();
  const { watch, notifyServices } = createPartNews({
    ...events,
    folder: env.folder,
    services: () => ({ routing, dashboard }),
  });
  // The variables are read before anything starts: an invalid one stops the start.
  const { target, time } = readBackupEnv(env.inherited);
  const hasScheduledBackups = target !== null && time !== null;
  const databases = createDatabases(env, secrets, { ...events, onEvent: watch("database") });

  const startAll = async (): Promise<Stack> => {
    const urls = await databases.start();
    if (isStopping) throw new StartupError("Stopped while it started.");
    // Neither waits for the other: the dashboard treats a service that has not started yet as unavailable.
    if (urls.routing !== null) routing = startPart("routing", routingEnv(env, secrets, urls.routing));
    dashboard = startPart("dashboard", dashboardEnv(env, secrets, urls.dashboard));
    const [, dashboardUrl] = await Promise.all([routing?.url, dashboard.url]);
    notifyServices();
    if (hasScheduledBackups) backups = startBackups(env, events);
    return { dashboardUrl, routingDatabaseUrl: urls.routing, dashboardDatabaseUrl: urls.dashboard };
  };

  const startPart = (part: "routing" | "dashboard", childEnv: NodeJS.ProcessEnv): Service =>
    startService({
      name: TITLES[part],
      program: join(projectRoot(), "dist", `${part}.js`),
      env: childEnv,
      logFile: logFileOf(env.folder, part),
      onEvent: watch(part),
    });

  return {
    start() {
      const started = startAll();
      starting = started.catch(() => null);
      return started;
    },
    /** The dashboard first, so that its requests still find the service; the database last. */
    async stop() {
      isStopping = true;
      await backups?.stop();
      await dashboard?.stop();
      await routing?.stop();
      const stopped = databases.stop();
      await starting;
      await stopped;
    },
    kill() {
      backups?.kill();
      dashboard?.kill();
      routing?.kill();
      databases.kill();
    },
  };
};

/** Not one of the parts that the others need: when it cannot run, the age of the newest backup raises an alert. */
function startBackups(env: StartEnv, { onNews }: StackEvents): Service {
  const logFile = join(env.folder, "logs", "backups.log");
  return startService({
    name: "The schedule of backups",
    program: join(projectRoot(), "dist", "backups.js"),
    args: ["watch"],
    env: backupsEnv(env),
    logFile,
    onEvent: (event) => {
      if (event.kind === "down" || event.kind === "lost") {
        onNews(`Scheduled backups do not run: ${event.problem} (log: ${logFile}).`);
      }
    },
  });
}
