import { setTimeout as sleep } from "node:timers/promises";
import { accountOfName } from "@/server/platform/account-scope";
import { listenForDue } from "@/server/platform/due-rows/listen-for-due";
import { watchDue } from "@/server/platform/due-rows/watch-due";
import { type Watch, workDueRows } from "@/server/platform/due-rows/work-due-rows";
import type { Pool } from "@/server/platform/pool";
import { retryDuringOutage } from "@/server/platform/retry-during-outage";
import type { JobDone, Jobs } from "@/server/platform/run-job";
import { inTransaction } from "@/server/platform/transaction";
import { startReporting } from "@/server/platform/workers";
import { FIRST_ACCOUNT_ID } from "@/lib/accounts/account";
import type { Accounts } from "../accounts/accounts";
import { UnreadableCredentialsError } from "../accounts/registry";
import { askForRuns } from "../bulk/store";
import { askForOpenIntents } from "../refunds/store";
import type { Services } from "../runtime";
import { schedules } from "./due-tables";
import { type Kind, KINDS } from "./work";

/** How soon the rows of an account are worked on that another process has added. */
const ACCOUNTS_EVERY_MS = 5_000;

type AccountWorkers = Jobs & { services: Services; wake: (table: string | null) => void };

/** Works on the due rows of every account, until stopped. `pool`: the connections for LISTEN. */
export async function startWorkers(options: {
  home: Services;
  accounts: Accounts<Services>;
  pool: Pool;
  onJobDone: JobDone;
}): Promise<Jobs> {
  const { home, accounts, pool, onJobDone } = options;
  const all = new Map<number, AccountWorkers>();
  const start = async (services: Services): Promise<void> => {
    await retryDuringOutage(() => askAtStart(services), services);
    all.set(services.account.id, startAccountWorkers(services, onJobDone));
  };
  await start(home);
  const isAlive = (): boolean => all.get(home.account.id)?.isAlive() === true;
  const reporting = await startReporting({ pool, logger: home.logger }, isAlive);
  const listening = listenForDue(pool, (announced) => {
    if (announced === null) return [...all.values()].forEach((each) => each.wake(null));
    const { account, rest: table } = accountOfName(announced);
    all.get(account ?? FIRST_ACCOUNT_ID)?.wake(table);
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  // Each by itself: an account whose workers cannot start keeps no other one waiting.
  const starting = new Map<number, Promise<void>>();
  const ending = new Set<Promise<void>>();
  /** The workers before are not waited for: a step of theirs may take minutes, and claims make it safe that both work. */
  const lookAt = async (accountId: number): Promise<void> => {
    const services = await accounts.findById(accountId);
    const before = all.get(accountId);
    // Other services than before: the credentials of the account were changed.
    if (services === null || signal.aborted || before?.services === services) return;
    await start(services);
    if (before === undefined) return;
    const ended = before.stop().finally(() => ending.delete(ended));
    ending.add(ended);
  };
  const keeping = (async () => {
    while (!signal.aborted) {
      try {
        for (const { id, slug } of await accounts.list()) {
          if (signal.aborted || starting.has(id)) continue;
          const started = lookAt(id)
            .catch((err: unknown) => {
              // The log has those already.
              if (err instanceof UnreadableCredentialsError) return;
              home.logger.warn({ err, account: slug }, "workers did not start; the next look repeats it");
            })
            .finally(() => starting.delete(id));
          starting.set(id, started);
        }
      } catch (error) {
        home.logger.warn({ err: error }, "the accounts could not be read; the next look repeats it");
      }
      await sleep(ACCOUNTS_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    isAlive,
    async stop() {
      stopping.abort();
      await keeping;
      await Promise.all(starting.values());
      await listening.stop();
      await Promise.all([...ending, ...[...all.values()].map((each) => each.stop())]);
      await reporting.stop();
    },
  };
}

/**
 * What may stand in nobody's way any more is looked at anew, also what a clock that ran ahead has put off; after a change of
 * the service's address its records are moved.
 */
async function askAtStart({ pool }: Services): Promise<void> {
  await inTransaction(pool, askForOpenIntents);
  await inTransaction(pool, askForRuns);
  for (const task of ["watch-events", "sum-refunds"] as const) await schedules.ask(pool, { id: task });
}

/** The workers of one account. */
export function startAccountWorkers(services: Services, onJobDone: JobDone): AccountWorkers {
  const { pool, logger } = services;
  const watch = watchDue({ pool, logger, tables: KINDS.map(({ rows }) => rows.table) });
  const workers = KINDS.map((kind) => startKind(services, kind, watch, onJobDone));
  return {
    services,
    wake: (table) => watch.wake(table),
    isAlive: () => watch.isAlive(),
    async stop() {
      await Promise.all(workers.map((each) => each.stop()));
      await watch.stop();
    },
  };
}

function startKind(
  services: Services,
  { task, rows, lanes, atOnce, step }: Kind,
  watch: Watch,
  onJobDone: JobDone,
): Jobs {
  let running = 0;
  const left = (): number => atOnce - running;
  return workDueRows({
    rows,
    task,
    taskOf: ({ id }) => (task === "schedules" ? id : task),
    pool: services.pool,
    sessions: null,
    watch,
    logger: services.logger,
    onJobDone,
    lanes: lanes(services),
    laneOf: ({ lane }) => lane,
    shares: {
      get free() {
        return { most: left(), ofLane: left };
      },
      hold: async (_, call) => {
        running += 1;
        return call().finally(() => (running -= 1));
      },
    },
    work: async (row, release) => release({ row, pauseMs: await step(services, row) }),
  });
}
