import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { freePort } from "@/server/embedded/postmaster";
import type { ProofContext } from "../proof";
import { launchProgram, type Program } from "./program";

/** A routing service with a separate database and sandbox merchant. */
export type ProofService = {
  baseUrl: string;
  apiKey: string;
  salt: string;
  databaseUrl: string;
  /** The environment of each of its processes. */
  env: Record<string, string>;
};

/** Higher than any proof needs: rate limits are not what is tested. */
const NO_LIMIT = "1000000";

/** Decides the URL of a service; starts none of its processes. */
export async function planService(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<ProofService> {
  const port = await freePort();
  const apiKey = `prove_key_${randomBytes(6).toString("hex")}`;
  const salt = `prove_salt_${randomBytes(12).toString("hex")}`;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey,
    salt,
    databaseUrl,
    env: {
      ROUTING_DATABASE_URL: databaseUrl,
      ROUTING_PORT: String(port),
      ROUTING_SALT_KEY: randomBytes(32).toString("base64"),
      SANDBOX_API_KEY: apiKey,
      SANDBOX_API_SALT: salt,
      ROUTING_LOG_LEVEL: "error",
      RATE_LIMIT_PER_SECOND: NO_LIMIT,
      RATE_LIMIT_BURST: NO_LIMIT,
      FAILURE_LIMIT_PER_SECOND: NO_LIMIT,
      FAILURE_LIMIT_BURST: NO_LIMIT,
      WEBHOOK_PRIVATE_ADDRESSES_ALLOWED: "127.0.0.1/32",
      ...env,
    },
  };
}

/** Starts one process of a planned service; without a role it serves requests and runs jobs. */
export function launchService(
  folder: string,
  service: ProofService,
  role?: "service" | "worker",
  name: string = role ?? "routing",
): Promise<Program> {
  return launchProgram({
    program: "routing",
    args: role === undefined ? [] : [role],
    // Appears in pg_stat_activity: shows which process a connection belongs to.
    env: { ...service.env, ROUTING_DATABASE_URL: named(service.databaseUrl, name) },
    logFile: join(folder, "logs", `${name}.log`),
  });
}

/** A database's URL for one process; the name in the URL overrides the program's own application name. */
export function named(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set("application_name", name);
  return url.href;
}

/** A service on the Postgres that all proofs share, running until the proof ends. */
export async function startService(
  ctx: ProofContext,
  env: Record<string, string> = {},
): Promise<ProofService> {
  const postgres = await ctx.postgres();
  const service = await planService(await postgres.createDatabase("routing"), env);
  const program = await launchService(ctx.folder, service);
  ctx.onEnd(() => program.stop());
  await program.ready;
  return service;
}

/**
 * One service in several processes on one database, each on a separate port, with workers beside them, like a larger
 * installation behind a load balancer. Returns the URLs.
 */
export async function startServices(
  ctx: ProofContext,
  env: Record<string, string>,
  count: { services: number; workers: number },
): Promise<ProofService & { addresses: string[] }> {
  const postgres = await ctx.postgres();
  const service = await planService(await postgres.createDatabase("routing"), env);
  const addresses: string[] = [];
  const programs: Promise<Program>[] = [];
  for (let at = 1; at <= count.services; at += 1) {
    const port = await freePort();
    const one = { ...service, env: { ...service.env, ROUTING_PORT: String(port) } };
    addresses.push(`http://127.0.0.1:${port}`);
    programs.push(launchService(ctx.folder, one, "service", `service-${at}`));
  }
  for (let at = 1; at <= count.workers; at += 1) {
    programs.push(launchService(ctx.folder, service, "worker", `worker-${at}`));
  }
  for (const program of await Promise.all(programs)) {
    ctx.onEnd(() => program.stop());
    await program.ready;
  }
  return { ...service, addresses };
}
