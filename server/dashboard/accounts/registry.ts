import { FIRST_ACCOUNT_ID } from "@/lib/accounts/account";
import type { AccountScope } from "@/server/platform/account-scope";
import type { Pool } from "@/server/platform/pool";
import { createRoutingClient } from "../routing-client/client";
import type { Services } from "../runtime";
import type { Accounts } from "./accounts";
import { type Account, listAccounts } from "./store/accounts";
import { type Credentials, openCredentials } from "./credentials";
import { scopeOf } from "./scope";

type Options = {
  /** The first account's. */
  home: Services;
  openPool: (scope: AccountScope) => Pool;
  prepareSchema: (scope: AccountScope) => Promise<void>;
  timeoutMs: number;
};

type Opened = { version: number; services: Services };

export function createAccounts({ home, openPool, prepareSchema, timeoutMs }: Options): Accounts<Services> {
  const pools = new Map<number, Pool>();
  const opened = new Map<number, Opened>();
  // Read each time: a change by whichever process holds from the next request and job on, and a new account's first job finds it.
  const readAll = (): Promise<Account[]> => listAccounts(home.pool);
  const poolOf = (id: number): Pool => {
    const pool = pools.get(id) ?? openPool(scopeOf(id));
    pools.set(id, pool);
    return pool;
  };
  const servicesOf = (account: Account): Services => {
    const known = opened.get(account.id);
    if (known?.version === account.version) return known.services;
    const { id, slug, name, colour } = account;
    const services: Services = {
      ...home,
      account: { id, slug, name, colour },
      pool: poolOf(id),
      logger: home.logger.child({ account: slug }),
      routing: clientOf(home, account, timeoutMs),
    };
    opened.set(id, { version: account.version, services });
    return services;
  };
  const list = async (): Promise<Account[]> => (await readAll()).filter(({ id }) => id !== FIRST_ACCOUNT_ID);

  return {
    list,
    async find(slug) {
      const account = (await list()).find((each) => each.slug === slug && each.closedAt === null);
      return account === undefined ? null : servicesOf(account);
    },
    async findById(id) {
      const account = (await list()).find((each) => each.id === id);
      return account === undefined ? null : servicesOf(account);
    },
    async first() {
      const account = (await readAll()).find(({ id }) => id === FIRST_ACCOUNT_ID);
      const { slug: ownSlug, name, colour } = account ?? { slug: "main", ...FIRST };
      return { id: FIRST_ACCOUNT_ID, slug: null, ownSlug, name, colour };
    },
    prepare: (id) => prepareSchema(scopeOf(id)),
    async stop() {
      await Promise.all([...pools.values()].map((pool) => pool.end()));
    },
  };
}

/** The name and colour that the migration gives the first account. */
export const FIRST = { name: "Main account", colour: "gray" } as const;

function clientOf(home: Services, account: Account, timeoutMs: number): Services["routing"] {
  const { slug, baseUrl, sealedCredentials } = account;
  if (baseUrl === null || sealedCredentials === null) throw new Error(`account ${slug} has no service`);
  const credentials = openCredentials(home.vault, slug, sealedCredentials);
  if (credentials === null) throw new UnreadableCredentialsError(slug);
  return clientFor(home, { baseUrl, credentials, timeoutMs });
}

export function clientFor(
  { clock, logger, counters }: Pick<Services, "clock" | "logger" | "counters">,
  options: { baseUrl: string; credentials: Credentials; timeoutMs: number },
): Services["routing"] {
  const env = {
    baseUrl: new URL(options.baseUrl),
    ...options.credentials,
    timeoutMs: options.timeoutMs,
  };
  return createRoutingClient({ env, clock, logger, counters });
}

/** SECOND_FACTOR_KEY is another one than at the time of sealing: enter the credentials again, or give the other key. */
export class UnreadableCredentialsError extends Error {
  override name = "UnreadableCredentialsError";
  constructor(slug: string) {
    super(`the credentials of the account ${slug} do not open with SECOND_FACTOR_KEY`);
  }
}
