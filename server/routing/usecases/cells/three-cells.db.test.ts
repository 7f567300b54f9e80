import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/server/checks/migrated-database";
import { createSaltBox } from "../../store/keys/salt-box";
import { startTestService, TEST_SALT_KEY, type TestService } from "../../testing/service";
import { nameCell, openCell, type OpenCell } from "./cells";
import { clearMerchant } from "./clear-merchant";
import { moveMerchant } from "./move-merchant";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MERCHANT = 1;
const saltBox = createSaltBox(Buffer.from(TEST_SALT_KEY, "base64"));

let service: TestService;
let databases: MigratedDatabase[];
let cells: { a: OpenCell; b: OpenCell; c: OpenCell };

beforeAll(async () => {
  service = await startTestService({}, undefined, { role: "service" });
  await nameCell(service.db, { name: "a", number: 0 });
  const paid = await service.merchant.payment();
  await service.merchant.refund(paid.transaction_id, "10.00");
});
afterAll(() => service.stop());
beforeEach(async () => {
  databases = [await createMigratedDatabase("routing"), await createMigratedDatabase("routing")];
  const [b, c] = databases.map(({ pool }) => pool);
  if (b === undefined || c === undefined) throw new Error("two databases were made");
  await nameCell(b, { name: "b", number: 1 });
  await nameCell(c, { name: "c", number: 2 });
  cells = { a: await openCell(service.db), b: await openCell(b), c: await openCell(c) };
  await move(cells.a, cells.b);
  await move(cells.b, cells.c);
  await clearMerchant(MERCHANT, cells.b, [cells.c]);
  return async () => {
    for (const database of databases) await database.drop();
    await service.db.query(
      "begin; set local paydeck.mover = 'on'; update merchants set move_stage = null, moved_to = null; commit",
    );
  };
});

const move = (source: OpenCell, target: OpenCell, others = Object.values(cells)) =>
  moveMerchant({ merchantId: MERCHANT, source, target, others, saltBox, hasSameAccounts: false });
const activeIn = async (): Promise<string[]> => {
  const found: string[] = [];
  for (const { name, pool } of Object.values(cells)) {
    const { rowCount } = await pool.query("select from merchants where id = $1 and move_stage is null", [
      MERCHANT,
    ]);
    if (rowCount === 1) found.push(name);
  }
  return found;
};

test("an old command that is repeated after the merchant has moved on changes nothing", async () => {
  await expect(move(cells.a, cells.b)).rejects.toThrow("c has the merchant");
  expect(await activeIn()).toEqual(["c"]);
});

test("nor does it when the cell that has the merchant is not asked", async () => {
  await expect(move(cells.a, cells.b, [cells.a, cells.b])).rejects.toThrow(
    /moved from b to c.*CELLS_DATABASE_URLS/,
  );
  expect(await activeIn()).toEqual(["c"]);
});

test("the merchant comes back over the cells that it was in", async () => {
  await move(cells.c, cells.b);
  expect(await activeIn()).toEqual(["b"]);
});
