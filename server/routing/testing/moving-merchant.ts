import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/server/checks/migrated-database";
import { createLogger } from "@/server/platform/log";
import { createPool, type Pool } from "@/server/platform/pool";
import { createSaltBox } from "../store/keys/salt-box";
import { nameCell, openCell } from "../usecases/cells/cells";
import { moveMerchant, type MoveStep } from "../usecases/cells/move-merchant";
import { startTestService, TEST_SALT_KEY, type TestService } from "./service";

export const MERCHANT = 1;
export const LIMITS = { workMs: 500, endMs: 4_000, claimMs: 300 };
export const APPLICATION = "test-mover";
export const saltBox = createSaltBox(Buffer.from(TEST_SALT_KEY, "base64"));

/**
 * A merchant with payments and refunds that can be moved. The old cell runs, so that its workers and requests compete with
 * the move; the new one is a database without processes. Each test has a new one.
 */
export function useMovingMerchant() {
  let service: TestService;
  let target: MigratedDatabase;
  let pools: { source: Pool; target: Pool };

  const open = (connectionString: string): Pool =>
    createPool({
      connectionString,
      applicationName: APPLICATION,
      maxConnections: 4,
      logger: createLogger("test", "silent"),
    });

  beforeAll(async () => {
    service = await startTestService();
    await nameCell(service.db, { name: "a", number: 0 });
    const hooks = await service.merchant.ops("POST", "/v1/ops/webhooks/create", {
      url: "http://127.0.0.1:65530/hooks",
      events: ["payment.succeeded"],
    });
    expect(hooks.status).toBeLessThan(300);
    const paid = await service.merchant.payment({ transaction_amount: "90.00" });
    await service.merchant.payment({ transaction_amount: "80.91" }, "failure");
    await service.merchant.payment({}, null);
    await service.merchant.refund(paid.transaction_id, "10.00", {}, { "Idempotency-Key": "refund-1" });
    await service.merchant.refund(paid.transaction_id, "5.92");
  });
  afterAll(() => service.stop());

  beforeEach(async () => {
    target = await createMigratedDatabase("routing");
    await nameCell(target.pool, { name: "b", number: 1 });
    pools = { source: open(service.database.url), target: open(target.url) };
    return async () => {
      await pools.source.end();
      await pools.target.end();
      await target.drop();
      await service.db.query(
        "begin; set local paydeck.mover = 'on'; update merchants set move_stage = null, moved_to = null; commit",
      );
    };
  });

  async function move(onStep: (step: MoveStep) => void | Promise<void> = () => undefined): Promise<number> {
    const { rows } = await moveMerchant(
      {
        merchantId: MERCHANT,
        source: await openCell(pools.source),
        target: await openCell(pools.target),
        saltBox,
        hasSameAccounts: false,
      },
      { limits: LIMITS, onStep },
    );
    return rows;
  }

  type StageRow = { move_stage: string | null; moved_to: string | null };
  const stageHere = async (): Promise<StageRow | undefined> =>
    (await service.db.query<StageRow>("select move_stage, moved_to from merchants where id = $1", [MERCHANT]))
      .rows[0];
  const isThere = async (): Promise<boolean> =>
    (await target.pool.query("select from merchants where id = $1", [MERCHANT])).rowCount === 1;

  /** What kill -9 of the command is for both databases: its sessions end, and what they had not committed is gone. */
  async function crash(): Promise<never> {
    for (const { db } of [{ db: service.db }, { db: target.pool }])
      await db.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = $1 and pid <> pg_backend_pid() and datname = current_database()`,
        [APPLICATION],
      );
    throw new Error("the command was killed");
  }

  /** The command is a new process afterwards, and has connections of its own. */
  async function openAgain(): Promise<void> {
    const dead = pools;
    pools = { source: open(service.database.url), target: open(target.url) };
    await Promise.all([dead.source.end(), dead.target.end()]);
  }

  const jobOf = async (db: Pool, key: string): Promise<unknown[]> =>
    (
      await db.query<Record<string, unknown>>(
        "select attempts, is_available, run_at <= now() as is_due from graphile_worker._private_jobs where key = $1",
        [key],
      )
    ).rows;

  return {
    get service() {
      return service;
    },
    get target() {
      return target;
    },
    get pools() {
      return pools;
    },
    set pools(opened) {
      pools = opened;
    },
    open,
    move,
    stageHere,
    isThere,
    crash,
    openAgain,
    jobOf,
  };
}
