import type { DemoDashboard, DemoDashboardOptions, OpenDemoDashboard } from "@/server/demo/contract";
import { listPeople } from "../people/store/people";
import { HashQueue } from "../auth/hash-queue";
import { seedSandboxPeople } from "../auth/seed-sandbox-people";
import { createVault } from "../auth/vault";
import { sumRefunds } from "../refunds/jobs/sum-refunds";
import { createRoutingClient } from "../routing-client/client";
import type { Services } from "../runtime";
import { openDatabase } from "../store/open-database";
import { beginSetUp, changeRules } from "./set-up";
import { leaveOpenWork } from "./open-work";
import { Staff } from "./staff";
import { addWebhooks, pauseWebhook } from "./webhooks";
import { workOn } from "./work";

const CONNECTIONS = 8;
const PASSWORDS = { atOnce: 2, waiting: 16 };
const SIGN_IN_LIMITS = { failuresPerNetwork: 1_000, failuresInTotal: 1_000 };
/** The sandbox's own accounts. */
const OWN_PEOPLE = 4;

/**
 * The dashboard's half of `npm run demo` (decision 0254): its commands and jobs, as the people of the demo, with the time of
 * the demo. They call the service over signed HTTP, as always.
 */
export const openDemoDashboard: OpenDemoDashboard = async (options) => {
  const { env, time, logger, service } = options;
  const pool = await openDatabase({
    connectionString: env.databaseUrl,
    secret: env.sessionSecret,
    applicationName: "paydeck-demo",
    maxConnections: CONNECTIONS,
    logger,
  });
  const services: Services = {
    pool,
    clock: time,
    logger,
    routing: createRoutingClient({ env: service, clock: time, logger }),
    vault: createVault(env.sessionSecret),
    hashQueues: { anonymous: new HashQueue(PASSWORDS), signedIn: new HashQueue(PASSWORDS) },
    signInLimits: SIGN_IN_LIMITS,
  };
  return open(options, services, new Staff(services, env.sandboxPassword));
};

function open(options: DemoDashboardOptions, services: Services, staff: Staff): DemoDashboard {
  const { env, time, behind, random } = options;
  const desk = { services, staff, time, behind, random };
  return {
    async refusal() {
      const people = (await listPeople(services.pool, OWN_PEOPLE + 1)).length;
      return people > OWN_PEOPLE
        ? "it has other people than its own four, such as those of an earlier demo"
        : null;
    },
    async begin() {
      await seedSandboxPeople(services, env.sandboxPassword);
      await beginSetUp(desk);
    },
    changeRules: () => changeRules(desk),
    work: (payments, until, onDone) => workOn(desk, payments, until, onDone),
    addWebhooks: () => addWebhooks(desk),
    pauseWebhook: () => pauseWebhook(desk),
    leaveOpenWork: (payments) => leaveOpenWork(desk, payments),
    async finish() {
      await sumRefunds(services);
      // Each start of the dashboard schedules the jobs that are needed again.
      await services.pool.query(
        "select count(*) from graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))",
      );
    },
    close: () => services.pool.end(),
  };
}
