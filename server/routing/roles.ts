import { StartupError } from "@/server/platform/lifecycle";

/**
 * The roles of a process of the routing service: serve requests, run jobs, or both. Any number of each can share one
 * Postgres.
 */
export type Roles = { isService: boolean; isWorker: boolean };

/** `npm start` names no role and gets both; `npm run service` and `npm run worker` name one. */
export function readRoles(args: readonly string[]): Roles {
  const [role, ...rest] = args;
  if (rest.length === 0) {
    if (role === undefined) return { isService: true, isWorker: true };
    if (role === "service") return { isService: true, isWorker: false };
    if (role === "worker") return { isService: false, isWorker: true };
  }
  throw new StartupError(
    "The routing service is started as `service`, as `worker`, or with neither for both.",
  );
}
