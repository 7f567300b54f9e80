import type {
  DemoPayment,
  PlannedPayment,
  DemoService,
  DemoServiceOptions,
  OpenDemoService,
} from "@/tools/demo/contract";
import { migrate } from "@/server/platform/migrate";
import { migrationsFolder } from "@/server/platform/migrations";
import type { Pool } from "@/server/platform/pool";
import { composeDeps, seedSandbox } from "@/server/routing/compose";
import { type Connections, openConnections } from "@/server/routing/connections";
import { readRoutingEnv, type RoutingEnv } from "@/server/routing/env";
import { addFurtherSimulator } from "@/server/routing/gateway/simulator/records";
import { createSimulator, SIMULATOR } from "@/server/routing/gateway/simulator/simulator";
import { createRateLimiter } from "@/server/routing/http/rate-limit";
import { createServer } from "@/server/routing/http/server";
import { hasConfiguredVendor } from "@/server/routing/store/gateways/configured-vendors";
import { findMerchantByName, listMerchantIds } from "@/server/routing/store/keys/merchants";
import { listWebhookEndpoints } from "@/server/routing/store/webhooks/webhook-endpoints";
import type { Deps } from "@/server/routing/usecases/deps";
import { createMerchant } from "@/server/routing/usecases/manage-merchants";
import { createKeyUsage } from "@/server/routing/usecases/keys/key-usage";
import { sumPayments } from "@/server/routing/usecases/payments/sum-payments";
import { advanceRefund } from "@/server/routing/usecases/refunds/advance-refund";
import { countOutcomes } from "@/server/routing/usecases/success-rate/count-outcomes";
import { createPayments, createWithWebhooks } from "./create-payments";
import { simulateReceivers } from "./simulated-receivers";
import { formatId, type IdPrefix, IdSequence } from "@/server/routing/domain/payments/ids";

/** Ids of the demo's time, which differs between payments that are created at once. A taken id is tried a millisecond later. */
class DemoIds extends IdSequence {
  override next(prefix: IdPrefix, _merchantId: number, nowMs: number): string {
    return formatId(prefix, nowMs);
  }
}

const SANDBOX_MERCHANT = "Sandbox";
const FURTHER_GATEWAYS = ["simulator-north", "simulator-south"];
const REFUND_MS = 90_000;
/** Payments between two counts of outcomes; `many` are created at once, and a count waits for all of them. */
const COUNTED_AFTER = { few: 25, many: 100 };

/**
 * The service's half of `npm run demo` (decision 0254): its use cases on the sandbox's database, with the time of the demo, and
 * its own HTTP server for the dashboard's half.
 */
export const openDemoService: OpenDemoService = async (options) => {
  const { env: variables, logger } = options;
  const env = readRoutingEnv(variables);
  await migrate({
    connectionString: env.ROUTING_DATABASE_URL,
    folder: migrationsFolder("routing"),
    logger,
  });
  const connections = await openConnections(env, logger);
  try {
    return await serve(options, env, connections);
  } catch (error) {
    await connections.end();
    throw error;
  }
};

async function serve(
  { time, logger }: DemoServiceOptions,
  env: RoutingEnv,
  connections: Connections,
): Promise<DemoService> {
  const { pool } = connections;
  let refundMs = REFUND_MS;
  let lostPath: string | null = null;
  // Before the first change: a database that is refused stays as it is.
  const refusal = await refusalOf(pool);
  if (refusal === null) for (const name of FURTHER_GATEWAYS) await addFurtherSimulator(pool, name);
  const deps = await composeDemo();
  if (refusal === null) await seedSandbox(deps, env);

  /** The service's dependencies, with ids of the demo's time, several simulated gateways and simulated receivers. */
  async function composeDemo(): Promise<Deps> {
    const composed = await composeDeps(env, connections, logger, time);
    const simulators = [...composed.gateways.keys()].map((name) =>
      createSimulator({
        name,
        pool,
        clock: time,
        takesPayments: true,
        get refundMs() {
          return refundMs;
        },
      }),
    );
    return {
      ...composed,
      ids: new DemoIds(),
      gateways: new Map(simulators.map((gateway) => [gateway.name, gateway])),
      // Payments that are paid together would have the time of one of them: each is left to its own transaction.
      paidPayments: () => Promise.resolve("not_plain"),
      webhooks: simulateReceivers(composed.webhooks, () => Math.random()),
    };
  }

  const limiter = createRateLimiter({
    clock: time,
    key: { perSecond: 10_000, burst: 10_000 },
    failures: { perSecond: 10_000, burst: 10_000 },
  });
  const keyUsage = createKeyUsage({ pool, clock: time, logger });
  const app = createServer({
    deps,
    limiter,
    keyUsage,
    readiness: () => Promise.resolve({ status: "ready" }),
    readBacklog: () => Promise.reject(new Error("nobody reads the metrics of the demo")),
    metricsToken: undefined,
    trustedProxies: [],
    isDraining: () => false,
  });
  app.addHook("onRequest", (request, _reply, done) => {
    if (lostPath !== null && request.url.startsWith(lostPath)) {
      lostPath = null;
      request.raw.socket.destroy();
      return;
    }
    done();
  });
  await app.listen({ host: env.ROUTING_HOST, port: env.ROUTING_PORT });

  const merchant = async (name = SANDBOX_MERCHANT): Promise<number> => {
    const found = await findMerchantByName(pool, name);
    if (found === null) throw new Error(`the sandbox has no merchant ${name}`);
    return found;
  };

  /** Outcomes are counted in between, as the worker does every second: later payments follow what these have shown. */
  async function createInParts(
    create: typeof createPayments,
    size: number,
    plan: readonly PlannedPayment[],
    onDone: () => void,
    name?: string,
  ): Promise<DemoPayment[]> {
    const merchantId = await merchant(name);
    const created: DemoPayment[] = [];
    for (let from = 0; from < plan.length; from += size) {
      const part = plan.slice(from, from + size);
      created.push(...(await create(deps, time, merchantId, part, onDone)));
      const last = part.at(-1);
      if (last === undefined) continue;
      // At the time of the part: shares move with time, and the clock of the staff's work must not run ahead.
      await time.during(last.at, async () => {
        while (await countOutcomes(deps));
      });
    }
    return created;
  }

  return {
    refusal: () => Promise.resolve(refusal),
    async addMerchant(name) {
      const made = await createMerchant({ ...deps, defaultGateway: SIMULATOR }, name);
      if (!made.ok) throw new Error(`a demo merchant was refused: ${made.error.kind}`);
      return { apiKey: made.value.apiKey, salt: made.value.salt };
    },
    createPayments: (plan, onDone, name) =>
      createInParts(createPayments, COUNTED_AFTER.many, plan, onDone, name),
    createWithWebhooks: (plan, onDone) => createInParts(createWithWebhooks, COUNTED_AFTER.few, plan, onDone),
    advanceRefund: async (refundId, name) =>
      advanceRefund(deps, { merchantId: await merchant(name), refundId }),
    setRefundMs(ms) {
      refundMs = ms;
    },
    loseNextRequest(path) {
      lostPath = path;
    },
    async finish() {
      while (await sumPayments(deps));
      await pool.query("analyze");
    },
    async close() {
      await app.close();
      await keyUsage.stop();
      await connections.end();
    },
  };
}

async function refusalOf(pool: Pool): Promise<string | null> {
  if (await hasConfiguredVendor(pool)) return "a real gateway was once configured on its database";
  const sandbox = await findMerchantByName(pool, SANDBOX_MERCHANT);
  const merchants = await listMerchantIds(pool);
  if (merchants.some((id) => id !== sandbox)) return "it has other merchants than its own";
  if (sandbox === null) return null;
  // Its receivers are simulated: what waits for others would count as delivered.
  const endpoints = await listWebhookEndpoints(pool, sandbox);
  return endpoints.length > 0 ? "it has webhook endpoints, such as those of an earlier demo" : null;
}
