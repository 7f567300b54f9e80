import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startHttpServer } from "@/tools/testing/http-server";
import type { ProofContext } from "../proof";
import { launchDashboard, planDashboard } from "../stack/dashboard";
import { type RestartedProgram, keepProgram } from "../stack/restarted-program";
import { responseOf, merchantOf } from "../stack/merchant";
import { startProofPostgres } from "../stack/postgres";
import { openRows } from "../stack/rows";
import { launchService, planService } from "../stack/service";
import { signInStaff } from "../stack/staff";
import type { Books } from "./books";
import { FAILPOINTS, installFailpoints, LOCAL_FAILPOINTS } from "./failpoints";

const READY_LIMIT_MS = 120_000;

export type ProgramName = "service" | "worker-1" | "worker-2" | "dashboard";

export type CrashStack = Awaited<ReturnType<typeof startStack>>;

/**
 * All parts as processes, each restarted when it ends; a merchant, two staff members and a webhook endpoint. `addressFor` returns the
 * address at which a process reaches its database.
 */
export async function startStack(
  ctx: ProofContext,
  addressFor: (program: ProgramName, databaseUrl: string) => Promise<string> = (_, url) =>
    Promise.resolve(url),
) {
  const lost: string[] = [];
  const onLost = (what: string) => (reason: string) => void lost.push(`${what} was lost: ${reason}`);
  const postgres = await startProofPostgres(join(ctx.folder, "data"), onLost("Postgres"));
  ctx.onEnd(() => postgres.stop());
  const responses = ctx.random.fork("receiver");
  const received: Books["received"][number][] = [];
  const receiver = await startHttpServer(({ headers, body }, response) => {
    const answered = responses.chance(0.1) ? responses.pick([0, 500, 503]) : 204;
    received.push({ id: String(headers["webhook-id"]), body, answered });
    if (answered === 0) response.destroy();
    else response.writeHead(answered).end();
  });
  ctx.onEnd(() => receiver.close());

  const service = await planService(await postgres.createDatabase("routing"), {
    SIMULATOR_REFUND_MS: "400",
    GATEWAY_FIRST_LOOK_MS: "1000",
    WEBHOOK_RETRY_SCALE: "0.05",
    SWEEP_INTERVAL_MS: "3000",
  });
  const dashboard = await planDashboard(await postgres.createDatabase("dashboard"), service, {
    ROUTING_TIMEOUT_MS: "3000",
  });
  const keep = async (
    name: ProgramName,
    databaseUrl: string,
    launch: (databaseUrl: string) => ReturnType<Parameters<typeof keepProgram>[1]>,
  ): Promise<RestartedProgram> => {
    const address = await addressFor(name, databaseUrl);
    const program = keepProgram(name, () => launch(address), onLost(name));
    ctx.onEnd(() => program.stop());
    return program;
  };
  const keepService = (name: ProgramName, role: "service" | "worker"): Promise<RestartedProgram> =>
    keep(name, service.databaseUrl, (databaseUrl) =>
      launchService(ctx.folder, { ...service, databaseUrl }, role, name),
    );
  const programs = [
    await keepService("service", "service"),
    await keepService("worker-1", "worker"),
    await keepService("worker-2", "worker"),
    await keep("dashboard", dashboard.databaseUrl, (databaseUrl) =>
      launchDashboard(ctx.folder, { ...dashboard, databaseUrl }),
    ),
  ] as const;
  const endsAt = performance.now() + READY_LIMIT_MS;
  while (!programs.every((program) => program.isReady())) {
    if (performance.now() > endsAt || lost.length > 0)
      throw new Error(`the stack did not start: ${lost.join()}`);
    await sleep(100);
  }

  const rows = { service: openRows(service.databaseUrl), desk: openRows(dashboard.databaseUrl) };
  ctx.onEnd(() => rows.service.end());
  ctx.onEnd(() => rows.desk.end());
  const [coordinator, ...nodes] = postgres.serverUrls;
  const failpoints = nodes.length === 0 ? FAILPOINTS : LOCAL_FAILPOINTS;
  await installFailpoints(rows.service, "routing", failpoints);
  await installFailpoints(rows.desk, "dashboard", failpoints);
  const serverPools = [openRows(coordinator), ...nodes.map((url) => openRows(url))] as const;
  for (const pool of serverPools) ctx.onEnd(() => pool.end());
  const merchant = merchantOf(service, 10_000);
  await responseOf(merchant.ops("webhooks.create", { url: `${receiver.url}/webhooks` }));
  const signIn = (role: string) => signInStaff(dashboard.url, `${role}@example.com`, dashboard.password);
  return {
    postgres,
    /** Of each server, for killing it. */
    serverPools,
    failpoints,
    programs,
    urls: { routing: service.databaseUrl, dashboard: dashboard.databaseUrl },
    rows,
    merchant,
    staff: { finance: await signIn("finance"), ops: await signIn("ops") },
    received,
    lost,
  };
}
