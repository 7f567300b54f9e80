import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/server/checks/migrated-database";
import { addJob } from "@/server/platform/add-job";
import { withConnection } from "@/server/platform/connection";
import { createLogger } from "@/server/platform/log";
import { createPool, type Pool } from "@/server/platform/pool";
import { claimMove, releaseMove } from "../../store/cells/move-stage";
import { freePort } from "../../testing/service";
import { nameCell, openCell } from "./cells";
import { changing } from "./claim";
import { handOverLeftJobs } from "./finish-move";
import { stayHere } from "./move-merchant";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let databases: MigratedDatabase[];
let a: Pool;
let b: Pool;

/** Two merchants that have moved from a to b, each with a job that was added to a afterwards. */
beforeEach(async () => {
  databases = [await createMigratedDatabase("routing"), await createMigratedDatabase("routing")];
  [a, b] = databases.map(({ pool }) => pool) as [Pool, Pool];
  await nameCell(a, { name: "a", number: 0 });
  await nameCell(b, { name: "b", number: 1 });
  for (const { pool } of databases)
    await pool.query(
      "insert into merchants overriding system value values (1, 'One', now()), (2, 'Two', now())",
    );
  await a.query(
    `begin; set local paydeck.mover = 'on';
     update merchants set move_stage = 'moved', moved_to = 'b', move_began_at = now(), move_ended_at = now(); commit`,
  );
  for (const merchantId of [1, 2])
    await addJob(
      a,
      "look-up-payment",
      { merchantId, paymentId: "TXN" },
      { key: `late-${String(merchantId)}` },
    );
});
afterEach(async () => {
  for (const database of databases) await database.drop();
});

const openAll = () => Promise.all(databases.map(({ pool }) => openCell(pool)));

test("a job that the new cell refuses does not keep those of other merchants back", async () => {
  await b.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'no job of merchant 1'; end $$;
     create trigger refuse before insert on graphile_worker._private_jobs for each row
       when (new.payload ->> 'merchantId' = '1') execute function refuse()`,
  );
  expect(await handOverLeftJobs(await openAll())).toEqual({
    handedOver: [{ merchantId: 2, from: "a", to: "b", jobs: 1 }],
    problems: [
      {
        kind: "failed",
        cell: "a",
        merchantId: 1,
        error: expect.objectContaining({ message: "no job of merchant 1" }) as unknown,
      },
    ],
  });
});

test("a cell that is down and one of an earlier version are named, and keep no job of the others back", async () => {
  const earlier = await createMigratedDatabase("routing");
  databases.unshift(earlier);
  await nameCell(earlier.pool, { name: "c", number: 2 });
  const down = createPool({
    connectionString: `postgres://127.0.0.1:${String(await freePort())}/routing`,
    applicationName: "test",
    maxConnections: 1,
    logger: createLogger("test", "silent"),
  });
  const cells = [{ name: "d", number: 3, pool: down }, ...(await openAll())];
  await earlier.pool.query("alter table merchants drop column move_began_at, drop column move_ended_at");
  const { handedOver, problems } = await handOverLeftJobs(cells);
  expect(handedOver.map(({ merchantId }) => merchantId)).toEqual([1, 2]);
  expect(problems).toMatchObject([
    { kind: "failed", cell: "d", merchantId: null },
    { kind: "earlier_version", cell: "c" },
  ]);
  await down.end();
});

test("a command waits for a claim that another one is about to give back", async () => {
  await a.query("begin; set local paydeck.mover = 'on'; update merchants set move_stage = 'frozen'; commit");
  const other = await a.connect();
  expect(await claimMove(other, 1)).toBe(true);
  setTimeout(() => void releaseMove(other, 1).then(() => other.release()), 500);
  expect(await stayHere(a, 1)).toBe(true);
});

const setStage = (pool: Pool, merchantId: number, stage: string | null, movedTo: string | null) =>
  withConnection(pool, (claim) =>
    changing(claim, (db) =>
      db.query("update merchants set move_stage = $2, moved_to = $3 where id = $1", [
        merchantId,
        stage,
        movedTo,
      ]),
    ),
  );

test.each([
  ["with", "late-2"],
  ["without", null],
])("a job %s a key stays where its merchant has come back to meanwhile", async (_, key) => {
  await a.query("update graphile_worker._private_jobs set key = $1 where payload ->> 'merchantId' = '2'", [
    key,
  ]);
  const jobOf = async (merchantId: number): Promise<string | undefined> => {
    const { rows } = await a.query<{ id: bigint }>(
      "select id from graphile_worker._private_jobs where payload ->> 'merchantId' = $1::text",
      [merchantId],
    );
    return rows[0]?.id.toString();
  };
  const before = await jobOf(2);
  // A worker has the job of merchant 1, so that the keeper waits for it first.
  await a.query(
    "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where payload ->> 'merchantId' = '1'",
  );
  await addJob(a, "look-up-payment", { merchantId: 1, paymentId: "OTHER" }, {});
  const done = handOverLeftJobs(await openAll());
  const waiting = new AbortController();
  await vi.waitFor(
    async () => {
      const { rowCount } = await b.query("select from graphile_worker._private_jobs");
      expect(rowCount).toBe(1);
    },
    { timeout: 5_000 },
  );
  await setStage(b, 2, "moved", "a");
  await setStage(a, 2, null, null);
  const outcome = await Promise.race([done, sleep(10_000, "it does not end", { signal: waiting.signal })]);
  waiting.abort();
  if (typeof outcome === "string") {
    await b.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()",
      [(await a.query<{ name: string }>("select current_database() as name")).rows[0]?.name],
    );
    await done;
  }
  expect(outcome).toEqual({ handedOver: [{ merchantId: 1, from: "a", to: "b", jobs: 1 }], problems: [] });
  expect(await jobOf(2)).toBe(before);
});
