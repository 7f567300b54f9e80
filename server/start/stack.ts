import { mkdir } from "node:fs/promises";
import { join } from "node:path";
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
  /** Something ended for good; the rest is of no use without it. */
  onLost: (line: string) => void;
};

/** Starts the parts, and stops those that have been started, in whatever state the start is. */
export type StackControl = { start(): Promise<Stack>; stop(): Promise<void>; kill(): void };

export function createStack(env: StartEnv, secrets: Secrets, events: StackEvents): StackControl {
  let postgres: EmbeddedPostgres | null = null;
  let routing: Service | null = null;
  let dashboard: Service | null = null;
  const withRouting = env.foreignService === null;

  const start = async (): Promise<Stack> => {
    await mkdir(join(env.folder, "logs"), { recursive: true });
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
        onEvent: (event) => {
          if (event.kind === "ended") events.onNews("The database ended by itself; it is started again.");
          if (event.kind === "gave_up")
            events.onLost(`The database could not be kept running: ${event.reason}`);
        },
      });
    }
    const urlOf = (configured: string | undefined, name: string): string => {
      if (configured !== undefined) return configured;
      if (postgres === null) throw new Error(`there is no database for ${name}`);
      return postgres.urlOf(name);
    };
    const routingDatabaseUrl = withRouting ? urlOf(env.routingDatabaseUrl, "routing") : null;
    const dashboardDatabaseUrl = urlOf(env.dashboardDatabaseUrl, "dashboard");

    // Neither waits for the other: the dashboard takes a service that is not there yet for one that is away.
    const starts = await Promise.allSettled([
      routingDatabaseUrl === null
        ? null
        : startPart("routing", "The routing service", routingEnv(env, secrets, routingDatabaseUrl)),
      startPart("dashboard", "The dashboard", dashboardEnv(env, secrets, dashboardDatabaseUrl)),
    ]);
    const [routingStart, dashboardStart] = starts;
    if (routingStart.status === "fulfilled") routing = routingStart.value;
    if (dashboardStart.status === "fulfilled") dashboard = dashboardStart.value;
    if (routingStart.status === "rejected") throw asError(routingStart.reason);
    if (dashboardStart.status === "rejected") throw asError(dashboardStart.reason);
    return { dashboardUrl: dashboardStart.value.url, routingDatabaseUrl, dashboardDatabaseUrl };
  };

  const startPart = (part: "routing" | "dashboard", name: string, childEnv: NodeJS.ProcessEnv) =>
    startService({
      name,
      program: join(projectRoot(), "dist", `${part}.js`),
      env: childEnv,
      logFile: join(env.folder, "logs", `${part}.log`),
      onEvent: (event) => {
        if (event.kind === "ended") events.onNews(`${name} ended by itself; it is started again.`);
        if (event.kind === "gave_up") {
          events.onLost(
            `${name} keeps ending. Its log, ${join(env.folder, "logs", `${part}.log`)}, says why.`,
          );
        }
      },
    });

  return {
    start,
    /** The dashboard first, so that no request of it finds the service gone; the database last. */
    async stop() {
      await dashboard?.stop();
      await routing?.stop();
      await postgres?.stop();
    },
    kill() {
      dashboard?.kill();
      routing?.kill();
      postgres?.kill();
    },
  };
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
