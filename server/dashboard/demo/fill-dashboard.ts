import type {
  DemoDashboard,
  DemoDashboardOptions,
  OpenDemoDashboard,
  RefuseDemoDashboard,
} from "@/server/demo/contract";
import { elapsedMs } from "@/server/platform/clock";
import type { Pool } from "@/server/platform/pool";
import { HashQueue } from "../auth/hash-queue";
import { seedSandboxPeople } from "../auth/seed-sandbox-people";
import { createVault } from "../auth/vault";
import { createChat } from "../chat/incoming-webhooks";
import { sumRefunds } from "../refunds/jobs/sum-refunds";
import { NO_COUNTERS } from "../monitoring/counters";
import { createRoutingClient } from "../routing-client/client";
import type { Services } from "../runtime";
import { openDatabase } from "../store/open-database";
import { beginSetUp, changeRules } from "./set-up";
import { demoRefusal } from "./refusal";
import { leaveOpenWork } from "./open-work";
import { FIRST_ACCOUNT_ID } from "@/lib/accounts/account";
import { createAccountLabel } from "../accounts/account-label";
import { FIRST } from "../accounts/registry";
import { Staff } from "./staff";
import { addWebhooks, pauseWebhook } from "./webhooks";
import { workOn } from "./work";

const CONNECTIONS = 8;
const PASSWORDS = { atOnce: 2, waiting: 16 };
const DAY_MS = 24 * 60 * 60_000;
const SIGN_IN_LIMITS = { failuresPerNetwork: 1_000, failuresInTotal: 1_000 };

/**
 * The dashboard's half of `npm run demo` (decision 0254): its commands and jobs, as the people of the demo, with the time of
 * the demo. They call the service over signed HTTP, as always.
 */
export const openDemoDashboard: OpenDemoDashboard = async (options) => {
  const { env, time, logger, service } = options;
  const pool = await open(env, logger, CONNECTIONS);
  const services: Services = {
    account: { id: FIRST_ACCOUNT_ID, slug: null, ...FIRST },
    accountLabel: createAccountLabel(pool),
    pool,
    clock: time,
    elapsedMs,
    logger,
    routing: createRoutingClient({ env: service, clock: time, logger, counters: NO_COUNTERS }),
    vault: createVault(env.sessionSecret),
    hashQueues: { anonymous: new HashQueue(PASSWORDS), signedIn: new HashQueue(PASSWORDS) },
    signInLimits: SIGN_IN_LIMITS,
    counters: NO_COUNTERS,
    mail: null,
    // The demo has no channels.
    chat: createChat({ clock: time, publicUrl: "http://127.0.0.1", privateAddressesAllowed: [] }),
    notificationLimits: { stuckPayments: 20, successRatePoints: 15, lateRefundHours: 24 },
  };
  return demoOf(options, services, new Staff(services, env.sandboxPassword));
};

/** Asked before the service's half opens, which adds its gateways to the sandbox. */
export const refuseDemoDashboard: RefuseDemoDashboard = async ({ env, logger }) => {
  const pool = await open(env, logger, 1);
  try {
    return await demoRefusal(pool);
  } finally {
    await pool.end();
  }
};

function open(
  env: DemoDashboardOptions["env"],
  logger: DemoDashboardOptions["logger"],
  maxConnections: number,
): Promise<Pool> {
  return openDatabase({
    connectionString: env.databaseUrl,
    secret: env.sessionSecret,
    applicationName: "paydeck-demo",
    maxConnections,
    logger,
  });
}

function demoOf(options: DemoDashboardOptions, services: Services, staff: Staff): DemoDashboard {
  const { env, time, behind, random } = options;
  const desk = { services, staff, time, behind, random };
  return {
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
      // People have read what happened in half a year; the bell has the news of the last day.
      await services.pool.query("delete from notification_events where at < $1", [
        new Date(time.now().getTime() - DAY_MS),
      ]);
      // Each start of the dashboard schedules the jobs that are needed again.
      await services.pool.query(
        "select count(*) from graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))",
      );
    },
    close: () => services.pool.end(),
  };
}
