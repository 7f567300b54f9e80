import { type Finding, ok, warning } from "../finding";

/** The connections that each process keeps at most (decisions 0242 and 0288); "Connections" in docs/operation.md. */
const PER_PROCESS = { service: 31, worker: 50, dashboard: 34 };
/** A service keeps no direct connection behind a pooler, and a worker keeps these. */
const WORKER_BESIDE_POOLER = 34;

/** One Postgres server and what uses it. `available`: `max_connections` without those reserved for superusers. */
type Server = {
  available: number;
  hasRouting: boolean;
  hasDashboard: boolean;
  isRoutingPooled: boolean;
};

/** Counts one process of each kind: how many there are is not known here. */
export function checkConnections(servers: readonly Server[]): Finding[] {
  return servers.map((server) => {
    const { service, worker, dashboard } = PER_PROCESS;
    const routing = server.isRoutingPooled ? WORKER_BESIDE_POOLER : service + worker;
    const needed = (server.hasRouting ? routing : 0) + (server.hasDashboard ? dashboard : 0);
    const users = [
      ...(server.hasRouting ? ["one service", "one worker"] : []),
      ...(server.hasDashboard ? ["one dashboard"] : []),
    ].join(", ");
    const found = `Postgres accepts ${server.available}; ${users} use up to ${needed}`;
    if (server.available >= needed) return ok("connections", found);
    return warning(
      "connections",
      found,
      "Raise max_connections of Postgres, or put a PgBouncer before it (ROUTING_POOLER_URL).",
    );
  });
}
