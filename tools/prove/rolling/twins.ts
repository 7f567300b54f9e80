import { freePort } from "@/server/embedded/postmaster";
import type { ProofContext } from "../proof";
import { type Balancer, startBalancer, untilReady } from "../stack/balancer";
import { launchDashboard, planDashboard } from "../stack/dashboard";
import type { Program } from "../stack/program";
import { launchService, planService } from "../stack/service";

/** A process that is stopped by SIGTERM and started again on the same port. Workers are not behind a balancer. */
export type Replaceable = {
  balanced: { balancer: Balancer; port: number } | null;
  start(): Promise<void>;
  stop(): Promise<void>;
};

export type Twins = Awaited<ReturnType<typeof startTwins>>;

/** Longer than the balancer needs to notice that a process is not ready any more: a check may wait 2 s for its response. */
const SHUTDOWN_DELAY_MS = "8000";

/** Two processes of the service, two workers and two dashboards; a balancer before the services and the dashboards. */
export async function startTwins(ctx: ProofContext) {
  const postgres = await ctx.postgres();
  const servicePorts = [await freePort(), await freePort()];
  const dashboardPorts = [await freePort(), await freePort()];
  const balancerOf = async (ports: readonly number[]): Promise<Balancer> => {
    const balancer = await startBalancer(ports);
    ctx.onEnd(() => balancer.stop());
    return balancer;
  };
  const services = await balancerOf(servicePorts);
  const dashboards = await balancerOf(dashboardPorts);
  const service = {
    ...(await planService(await postgres.createDatabase("routing"), {
      SHUTDOWN_DELAY_MS,
      SIMULATOR_REFUND_MS: "300",
      ROUTING_PUBLIC_URL: services.url,
    })),
    baseUrl: services.url,
  };
  const dashboard = await planDashboard(await postgres.createDatabase("dashboard"), service, {
    SHUTDOWN_DELAY_MS,
  });

  const replaceable = async (
    launch: () => Promise<Program>,
    balanced: Replaceable["balanced"],
  ): Promise<Replaceable> => {
    let program: Program | null = null;
    const one: Replaceable = {
      balanced,
      async start() {
        program = await launch();
        await program.ready;
      },
      stop: () => program?.stop() ?? Promise.resolve(),
    };
    ctx.onEnd(() => one.stop());
    await one.start();
    if (balanced !== null) await untilReady(balanced.balancer, balanced.port);
    return one;
  };
  const processes: Replaceable[] = [];
  for (const [at, port] of servicePorts.entries()) {
    const one = { ...service, env: { ...service.env, ROUTING_PORT: String(port) } };
    processes.push(
      await replaceable(() => launchService(ctx.folder, one, "service", `service-${at + 1}`), {
        balancer: services,
        port,
      }),
    );
  }
  for (const name of ["worker-1", "worker-2"]) {
    processes.push(await replaceable(() => launchService(ctx.folder, service, "worker", name), null));
  }
  for (const [at, port] of dashboardPorts.entries()) {
    const one = { ...dashboard, env: { ...dashboard.env, PORT: String(port) } };
    processes.push(
      await replaceable(() => launchDashboard(ctx.folder, one, `dashboard-${at + 1}`), {
        balancer: dashboards,
        port,
      }),
    );
  }
  return { processes, service, dashboardUrl: dashboards.url, password: dashboard.password };
}
