import { FIRST_ACCOUNT_ID } from "@/lib/accounts/account";
import { createLogger } from "@/server/platform/log";
import { createPool, createPoolBeside, type Pool } from "@/server/platform/pool";
import { dataFolder, readRunningStack } from "@/server/platform/running";
import { StartupError } from "@/server/platform/lifecycle";
import { scopeOf } from "./accounts/scope";
import { listAccounts } from "./accounts/store/accounts";
import { createVault } from "./auth/vault";
import { readResealEnv } from "./env";
import { countUnreadableChannels, resealChannels } from "./notifications/commands/reseal-channels";
import { countUnreadableAccounts, resealAccounts } from "./accounts/commands/reseal-credentials";
import { countUnreadableFactors, resealSecondFactors } from "./people/commands/reseal-second-factors";

/**
 * The dashboard's half of `npm run reseal`: seals second factors, the keys of merchant accounts, and the addresses of chat
 * channels of every account, with SECOND_FACTOR_KEY (decision 0263). Returns how many no key opens; null when
 * OTHER_SECOND_FACTOR_KEY is not set. Throws a StartupError for a missing or invalid variable.
 */
export async function resealDashboard(say: (line: string) => void): Promise<number | null> {
  const { dataDir, databaseUrl, key, otherKey } = readResealEnv();
  if (otherKey === null) return null;
  const connectionString = databaseUrl ?? readRunningStack(dataFolder(dataDir))?.dashboardDatabaseUrl;
  if (connectionString === undefined) {
    throw new StartupError("Paydeck does not run here: set DASHBOARD_DATABASE_URL.");
  }
  const pool = openPool(connectionString);
  try {
    const vault = createVault(key, otherKey);
    const { resealed, unreadable, total } = await resealSecondFactors({ pool, vault });
    say(`second factors: ${String(resealed)} of ${String(total)} sealed again`);
    if (unreadable > 0) {
      say(
        `${String(unreadable)} of ${String(total)} second factors open with neither SECOND_FACTOR_KEY nor OTHER_SECOND_FACTOR_KEY, and were not changed. If the keys are right, reset these people's two-factor authentication.`,
      );
    }
    const channels = await inEveryAccount(pool, (own) => resealChannels({ pool: own, vault }));
    say(`addresses of chat channels: ${String(channels.resealed)} of ${String(channels.total)} sealed again`);
    if (channels.unreadable > 0) {
      say(
        `${String(channels.unreadable)} of ${String(channels.total)} addresses of chat channels open with neither key, and were not changed. If the keys are right, enter these addresses again.`,
      );
    }
    const accounts = await resealAccounts({ pool, vault });
    say(`merchant accounts: ${String(accounts.resealed)} of ${String(accounts.total)} sealed again`);
    if (accounts.unreadable > 0) {
      say(
        `the API keys of ${String(accounts.unreadable)} of ${String(accounts.total)} merchant accounts open with neither key, and were not changed. If the keys are right, replace the API keys of these accounts on the page Merchant accounts.`,
      );
    }
    return unreadable + channels.unreadable + accounts.unreadable;
  } finally {
    await pool.end();
  }
}

/**
 * Counts for the doctor what the keys do not open. Changes nothing; throws when the database is unavailable or has no
 * tables.
 */
export async function countSealed(
  connectionString: string,
  key: string,
  otherKey: string | null,
): Promise<{ kind: string; total: number; unreadable: number }[]> {
  const pool = openPool(connectionString);
  try {
    const vault = createVault(key, otherKey);
    const factors = await countUnreadableFactors({ pool, vault });
    const channels = await inEveryAccount(pool, (own) => countUnreadableChannels({ pool: own, vault }));
    const accounts = await countUnreadableAccounts({ pool, vault });
    return [
      { kind: "second factors", total: factors.total, unreadable: factors.unreadable },
      { kind: "addresses of chat channels", total: channels.total, unreadable: channels.unreadable },
      { kind: "API keys of merchant accounts", total: accounts.total, unreadable: accounts.unreadable },
    ];
  } finally {
    await pool.end();
  }
}

type Counts = { resealed: number; unreadable: number; total: number };

/** The sum over all accounts, each with a connection that finds its tables (0300). */
async function inEveryAccount(pool: Pool, work: (own: Pool) => Promise<Counts>): Promise<Counts> {
  const sum = await work(pool);
  for (const { id } of await listAccounts(pool)) {
    if (id === FIRST_ACCOUNT_ID) continue;
    const own = createPoolBeside(pool, { maxConnections: 1, scope: scopeOf(id), logger: LOGGER });
    try {
      const counts = await work(own);
      sum.resealed += counts.resealed;
      sum.unreadable += counts.unreadable;
      sum.total += counts.total;
    } finally {
      await own.end();
    }
  }
  return sum;
}

const LOGGER = createLogger("reseal", "error");

function openPool(connectionString: string): Pool {
  return createPool({
    connectionString,
    applicationName: "paydeck-reseal",
    maxConnections: 1,
    logger: LOGGER,
  });
}
