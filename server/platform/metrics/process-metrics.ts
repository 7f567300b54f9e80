import { readFileSync } from "node:fs";
import { join } from "node:path";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Pool } from "../pool";
import { projectRoot } from "../root";

/** The connection pools of a process by a short name, which becomes a label. */
export type NamedPools = Readonly<Record<string, Pick<Pool, "totalCount" | "idleCount" | "waitingCount">>> &
  Readonly<Record<string, { options: { max?: number | undefined } }>>;

/** The registry of a process with what both systems report of themselves: Node's own metrics and the build. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const build = new Gauge({
    name: "paydeck_build_info",
    help: "Always 1; the labels name the version, its commit where it is a release, and Node.",
    labelNames: ["version", "commit", "node"],
    registers: [registry],
  });
  build.set({ ...readBuild(), node: process.version }, 1);
  return registry;
}

/** Connections of each pool at the moment of the scrape. A statement waits as soon as all of them are in use. */
export function addPoolMetrics(registry: Registry, pools: NamedPools): void {
  const registers = [registry];
  new Gauge({
    name: "paydeck_database_connections",
    help: "Database connections of this process, by pool and whether they are in use.",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount }] of Object.entries(pools)) {
        this.set({ pool, state: "in_use" }, totalCount - idleCount);
        this.set({ pool, state: "idle" }, idleCount);
      }
    },
  });
  new Gauge({
    name: "paydeck_database_connections_max",
    help: "The connections that a pool opens at most.",
    labelNames: ["pool"],
    registers,
    collect() {
      for (const [pool, { options }] of Object.entries(pools)) this.set({ pool }, options.max ?? 0);
    },
  });
  new Gauge({
    name: "paydeck_database_waiting",
    help: "Statements of this process that wait for a connection, by pool.",
    labelNames: ["pool"],
    registers,
    collect() {
      for (const [pool, { waitingCount }] of Object.entries(pools)) this.set({ pool }, waitingCount);
    },
  });
}

/** The version of the running programs. Only a release knows its commit (decision 0256). */
function readBuild(): { version: string; commit: string } {
  const text = (file: string): Record<string, unknown> => {
    try {
      return JSON.parse(readFileSync(join(projectRoot(), file), "utf8")) as Record<string, unknown>;
    } catch {
      return {};
    }
  };
  const { version } = text("package.json");
  const { commit } = text("RELEASE.json");
  return {
    version: typeof version === "string" ? version : "unknown",
    commit: typeof commit === "string" ? commit : "unknown",
  };
}
