import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { freePort } from "@/server/embedded/postmaster";
import type { ProofContext } from "../proof";
import { launchProgram, type Program } from "./program";

/** A routing service with a database and a sandbox merchant of its own. */
export type ProofService = {
  baseUrl: string;
  apiKey: string;
  salt: string;
  databaseUrl: string;
  /** What each of its processes is started with. */
  env: Record<string, string>;
};

/** More than any proof asks for: what is tried is not the limit. */
const NO_LIMIT = "1000000";

/** Settles where a service will be; starts none of its processes. */
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
      WEBHOOK_PRIVATE_ADDRESSES_ALLOWED: "127.0.0.1/32",
      ...env,
    },
  };
}

/** One process of a planned service; without a role it answers requests and does the jobs. */
export function launchService(
  folder: string,
  service: ProofService,
  role?: "service" | "worker",
  name: string = role ?? "routing",
): Promise<Program> {
  return launchProgram({
    program: "routing",
    args: role === undefined ? [] : [role],
    // Seen in pg_stat_activity: which process a connection belongs to.
    env: { ...service.env, ROUTING_DATABASE_URL: named(service.databaseUrl, name) },
    logFile: join(folder, "logs", `${name}.log`),
  });
}

/** A database's address for one process; what the address names goes before what the program calls itself. */
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
