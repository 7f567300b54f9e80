import { bundled } from "../bundled.mjs";
import { seedPayments } from "../seed.mjs";

/** The published figure of an open-source decision engine on two processors: 835 a second at 20 callers. */
const LEAST_PER_SECOND = 4_200;
const MOST_P95_MS = 2;
const CALLERS = [20, 300];
/** For the time of one decision: a load that leaves the machine time. */
const PACED_PER_SECOND = 1_000;
const CONNECTIONS = 10;
const MODULES = [
  "server/platform/pool.ts",
  "server/platform/batch-reads.ts",
  "server/platform/log.ts",
  "server/routing/usecases/rules/route-payment.ts",
  "server/routing/usecases/rules/rule-set-cache.ts",
  "server/routing/usecases/success-rate/shares-cache.ts",
];
const GATEWAYS = ["simulator", "second", "third", "fourth"];
const OUTCOME = `insert into payment_outcomes (merchant_id, payment_id, gateway, is_success, at)
  values ($1, $2, $3, $4, now())`;

/**
 * Decisions of a rule that follows success rates (decision 0313), each with its outcome stored durably, while a worker counts them: what
 * the service does between a request and its gateway, without HTTP and without the payment's own record.
 */
export async function measureRouting(stack, { quick }) {
  const core = await bundled(stack.folder, "decisions", MODULES);
  const logger = core.createLogger("bench-routing", "silent");
  const pool = core.createPool({
    connectionString: stack.databaseUrl,
    applicationName: "bench-routing",
    maxConnections: CONNECTIONS,
    logger,
  });
  const { pool: db, merchant } = stack;
  const { ids } = await seedPayments(db, merchant.id, { count: 10, status: "SUCCESS" });
  await saveRule(db, merchant.id);
  const deps = {
    pool,
    logger,
    clock: { now: () => new Date() },
    ruleSets: new core.RuleSetCache(),
    shares: new core.SharesCache(),
  };
  const reads = core.gatherReads(pool);
  let n = 0;
  const decide = async () => {
    n += 1;
    const [ruleSet, sharesOf] = await core.rulesAndShares(deps, reads, merchant.id);
    const { matching } = core.routeBy(deps, ruleSet, sharesOf, factsOf(n));
    const gateway = matching[0].gateways[0];
    const isSuccess = n % 10 < 8 - GATEWAYS.indexOf(gateway);
    await pool.query({
      name: "bench-outcome",
      text: OUTCOME,
      values: [merchant.id, ids[n % ids.length], gateway, isSuccess],
    });
  };
  const seconds = quick ? 3 : 10;
  const rows = [];
  try {
    await closedLoop(decide, 20, 2);
    for (const callers of CALLERS) {
      const { perSecond, p95, p99 } = await closedLoop(decide, callers, seconds);
      rows.push({
        name: `decisions with their outcome stored, ${callers} callers (p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms)`,
        value: `${perSecond.toFixed(0)} a second`,
        goal: `at least ${LEAST_PER_SECOND}`,
        isMet: perSecond >= LEAST_PER_SECOND,
      });
    }
    const paced = await pacedLoop(decide, PACED_PER_SECOND, seconds);
    rows.push({
      name: `p95 of a decision at ${PACED_PER_SECOND} a second (p99 ${paced.p99.toFixed(1)} ms)`,
      value: `${paced.p95.toFixed(1)} ms`,
      goal: `at most ${MOST_P95_MS} ms`,
      isMet: paced.p95 <= MOST_P95_MS,
    });
    rows.push(await decisionAlone(core, deps, merchant.id, quick ? 20_000 : 100_000));
  } finally {
    await pool.end();
  }
  return rows;
}

/** The processor time of one decision, without its reads and its outcome. */
async function decisionAlone(core, deps, merchantId, count) {
  const [ruleSet, sharesOf] = await core.rulesAndShares(deps, deps.pool, merchantId);
  const before = process.cpuUsage();
  for (let index = 0; index < count; index += 1) core.routeBy(deps, ruleSet, sharesOf, factsOf(index));
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1_000 / count;
  return {
    name: "processor time of a decision",
    value: `${ms.toFixed(3)} ms`,
    goal: "under 0.1 ms",
    isMet: ms < 0.1,
  };
}

const METHODS = ["UPI", "CC", "NB", "DC"];
function factsOf(n) {
  return {
    reference: `BENCH-DECISION-${n}`,
    amountPaise: BigInt(5_000 + (n % 7) * 40_000),
    currency: "INR",
    paymentMethod: METHODS[n % METHODS.length],
    cardScheme: null,
    issuingBank: n % 3 === 0 ? "HDFC" : "ICICI",
    udf1: null,
    udf2: null,
    udf3: null,
  };
}

async function saveRule(db, merchantId) {
  const target = { kind: "success_rate", gateways: GATEWAYS, floor_percent: 1, shift_percent: 100 };
  const rule = { id: "best", name: "Best success rate", priority: 1, active: true, target };
  await db.query(
    `insert into routing_rule_sets (merchant_id, version, rules, author, created_at)
     select $1, coalesce(max(version), 0) + 1, $2, 'bench', now() from routing_rule_sets where merchant_id = $1`,
    [merchantId, JSON.stringify([rule])],
  );
}

async function closedLoop(work, callers, seconds) {
  const times = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < until) await timed(work, times);
    }),
  );
  return { perSecond: (1_000 * times.length) / (performance.now() - startedAt), ...percentiles(times) };
}

async function pacedLoop(work, perSecond, seconds) {
  const times = [];
  const open = [];
  const startedAt = performance.now();
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const due = startedAt + (1_000 * index) / perSecond;
    const ahead = due - performance.now();
    if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead));
    open.push(timed(work, times));
  }
  await Promise.all(open);
  return percentiles(times);
}

async function timed(work, times) {
  const from = performance.now();
  await work();
  times.push(performance.now() - from);
}

function percentiles(times) {
  const sorted = times.sort((a, b) => a - b);
  return { p95: sorted[Math.floor(sorted.length * 0.95)], p99: sorted[Math.floor(sorted.length * 0.99)] };
}
