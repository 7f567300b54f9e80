import type {
  DemoDashboard,
  DemoDashboardOptions,
  OpenDemoDashboard,
  RefuseDemoDashboard,
} from "@/tools/demo/contract";
import { elapsedMs } from "@/server/platform/clock";
import { createPoolBeside, type Pool } from "@/server/platform/pool";
import { HashQueue } from "@/server/dashboard/auth/hash-queue";
import { seedSandboxPeople } from "@/server/dashboard/auth/seed-sandbox-people";
import { createVault } from "@/server/dashboard/auth/vault";
import { createChat } from "@/server/dashboard/chat/incoming-webhooks";
import { sumRefunds } from "@/server/dashboard/refunds/jobs/sum-refunds";
import { NO_COUNTERS } from "@/server/dashboard/monitoring/counters";
import { createRoutingClient } from "@/server/dashboard/routing-client/client";
import type { Services } from "@/server/dashboard/runtime";
import {
  type DatabaseOptions,
  openDatabase,
  prepareAccountSchema,
} from "@/server/dashboard/store/open-database";
import { beginSetUp, changeRules } from "./set-up";
import { demoRefusal } from "./refusal";
import { leaveOpenWork } from "./open-work";
import { FIRST_ACCOUNT_ID } from "@/lib/accounts/account";
import { createAccountLabel } from "@/server/dashboard/accounts/account-label";
import type { Accounts } from "@/server/dashboard/accounts/accounts";
import { createAccounts, FIRST } from "@/server/dashboard/accounts/registry";
import { type Elsewhere, leaveOpenElsewhere, openElsewhere, stepsElsewhere } from "./elsewhere";
import { Staff } from "./staff";
import { addWebhooks, pauseWebhook } from "./webhooks";
import { workOn } from "./work";

const CONNECTIONS = 8;
const ELSEWHERE_CONNECTIONS = 4;
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
    vault: createVault(env.secretsKey),
    hashQueues: { anonymous: new HashQueue(PASSWORDS), signedIn: new HashQueue(PASSWORDS) },
    signInLimits: SIGN_IN_LIMITS,
    counters: NO_COUNTERS,
    mail: null,
    // The demo has no channels.
    chat: createChat({ clock: time, publicUrl: "http://127.0.0.1", privateAddressesAllowed: [] }),
    notificationLimits: { stuckPayments: 20, successRatePoints: 15, lateRefundHours: 24 },
  };
  const accounts = createAccounts({
    home: services,
    openPool: (scope) => createPoolBeside(pool, { maxConnections: ELSEWHERE_CONNECTIONS, scope, logger }),
    prepareSchema: (scope) => prepareAccountSchema(databaseOf(env, logger, 2), scope),
    timeoutMs: service.timeoutMs,
  });
  return demoOf(options, services, new Staff(services, env.sandboxPassword), accounts);
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
  return openDatabase(databaseOf(env, logger, maxConnections));
}

function databaseOf(
  env: DemoDashboardOptions["env"],
  logger: DemoDashboardOptions["logger"],
  maxConnections: number,
): DatabaseOptions {
  return {
    connectionString: env.databaseUrl,
    secret: env.sessionSecret,
    applicationName: "paydeck-demo",
    maxConnections,
    logger,
  };
}

function demoOf(
  options: DemoDashboardOptions,
  services: Services,
  staff: Staff,
  accounts: Accounts<Services>,
): DemoDashboard {
  const { env, time, behind, random } = options;
  let elsewhere: Elsewhere | null = null;
  const desk = { services, staff, time, behind, random };
  return {
    async begin() {
      await seedSandboxPeople(services, env.sandboxPassword);
      await beginSetUp(desk);
    },
    changeRules: () => changeRules(desk),
    async addAccount(credentials) {
      const baseUrl = options.service.baseUrl.href;
      elsewhere = await openElsewhere(desk, accounts, { baseUrl, ...credentials });
    },
    work: (payments, others, until, onDone) =>
      workOn(
        desk,
        payments,
        until,
        onDone,
        elsewhere === null ? [] : stepsElsewhere(desk, elsewhere, others),
      ),
    addWebhooks: () => addWebhooks(desk),
    pauseWebhook: () => pauseWebhook(desk),
    async leaveOpenWork(payments, others) {
      await leaveOpenWork(desk, payments);
      if (elsewhere !== null) await leaveOpenElsewhere(elsewhere, others);
    },
    async finish() {
      for (const each of elsewhere === null ? [services] : [services, elsewhere.services]) {
        await sumRefunds(each);
        // People have read what happened in half a year; the bell has the news of the last day.
        await each.pool.query("delete from notification_events where at < $1", [
          new Date(time.now().getTime() - DAY_MS),
        ]);
      }
    },
    async close() {
      await accounts.stop();
      await services.pool.end();
    },
  };
}
