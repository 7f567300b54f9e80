import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { createMigratedDatabase, type MigratedDatabase } from "@/tools/testing/migrated-database";
import { seedMerchant } from "./compose";
import { createSaltBox } from "./store/keys/salt-box";
import {
  createMerchant,
  listMerchants,
  type MerchantDeps,
  rotateMerchantKey,
} from "./usecases/manage-merchants";

let database: MigratedDatabase;
let deps: MerchantDeps;
beforeAll(async () => {
  database = await createMigratedDatabase("routing");
  const saltBox = createSaltBox(Buffer.alloc(32, 7), null);
  deps = { pool: database.pool, saltBox, clock: systemClock, defaultGateway: null };
});
afterAll(() => database.drop());

const seed = (name: string): Promise<void> =>
  seedMerchant(deps, { MERCHANT_NAME: name, ROUTING_API_KEY: "key_of_tests", ROUTING_API_SALT: "salt" });
const names = async (): Promise<string[]> => (await listMerchants(deps)).map(({ name }) => name);

test("the merchant of a production start is created once, without rules, and renamed as the operator says", async () => {
  for (const name of ["Shop", "Shop", "Corner Shop", "Shop"]) await seed(name);
  expect(await names()).toEqual(["Corner Shop"]);
  const { rows } = await database.pool.query("select rules from routing_rule_sets");
  expect(rows).toEqual([{ rules: [] }]);
});

test("it stays the same merchant when its key was rotated, and takes no other merchant's name", async () => {
  expect(await rotateMerchantKey(deps, "Corner Shop", 0)).toMatchObject({ ok: true });
  await seed("Corner Shop");
  expect(await createMerchant(deps, "Bakery")).toMatchObject({ ok: true });
  await expect(seed("Bakery")).rejects.toThrow("MERCHANT_NAME is the name of another merchant");
  expect(await names()).toEqual(["Corner Shop", "Bakery"]);
});
