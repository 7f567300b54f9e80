import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/server/checks/migrated-database";
import {
  createPlainCluster,
  embeddedBinaries,
  type PlainPostgres,
  startPlainPostgres,
} from "@/server/checks/plain-postgres";
import { makeFolder, query, removeFolder } from "@/server/embedded/testing/harness";
import { createSaltBox } from "../../store/keys/salt-box";
import { startTestService, TEST_SALT_KEY, type TestService } from "../../testing/service";
import { nameCell, openCell } from "./cells";
import { moveMerchant, type MoveStep } from "./move-merchant";

/** A prepared transaction is open and belongs to no session. Only a Postgres that is set up for it has them. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const MERCHANT = 1;
let folder: string;
let postgres: PlainPostgres;
let service: TestService;
let target: MigratedDatabase;

beforeAll(async () => {
  folder = await makeFolder();
  const bin = await embeddedBinaries(join(folder, "binaries"));
  await createPlainCluster(bin, join(folder, "data"));
  postgres = await startPlainPostgres(bin, join(folder, "data"), {
    max_prepared_transactions: "5",
    fsync: "off",
  });
  await query(postgres.urlOf("postgres"), "create database routing");
  service = await startTestService(
    {},
    { url: postgres.urlOf("routing"), drop: () => Promise.resolve() },
    { role: "service" },
  );
  await nameCell(service.db, { name: "a", number: 0 });
});
afterAll(async () => {
  await (service as TestService | undefined)?.stop();
  await (postgres as PlainPostgres | undefined)?.stop();
  await removeFolder(folder);
});
beforeEach(async () => {
  target = await createMigratedDatabase("routing");
  await nameCell(target.pool, { name: "b", number: 1 });
  return () => target.drop();
});

async function move(onStep: (step: MoveStep) => void | Promise<void> = () => undefined): Promise<unknown> {
  const [source, to] = [await openCell(service.db), await openCell(target.pool)];
  const saltBox = createSaltBox(Buffer.from(TEST_SALT_KEY, "base64"));
  return moveMerchant(
    { merchantId: MERCHANT, source, target: to, saltBox, hasSameAccounts: false },
    { limits: { workMs: 500, endMs: 3_000 }, onStep },
  );
}

/** A session that has written a row of the merchant and not committed it. */
async function begin(reference: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: service.database.url });
  await client.connect();
  await client.query("begin");
  await client.query("insert into forgotten_references values ($1, $2)", [MERCHANT, reference]);
  return client;
}

test("a transaction that stays prepared has the merchant stay, and is named", async () => {
  const early = await begin("PREPARED");
  await early.query("prepare transaction 'early'");
  await early.end();
  await expect(move()).rejects.toThrow(
    /from before stay open: prepared transaction 'early'\. The merchant stays/,
  );
  await service.db.query("commit prepared 'early'");
  expect((await service.merchant.initiate()).status).toBe(201);
});

test("one that is prepared while the move waits for it is waited for, and what it wrote moves", async () => {
  const early = await begin("PREPARED-LATER");
  await move(async (step) => {
    if (step !== "frozen") return;
    await early.query("prepare transaction 'later'");
    await early.end();
    setTimeout(() => void service.db.query("commit prepared 'later'"), 500);
  });
  const moved = await target.pool.query(
    "select from forgotten_references where merchant_transaction_id = 'PREPARED-LATER'",
  );
  expect(moved.rowCount).toBe(1);
});
