import { afterAll, beforeAll, expect, test } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/server/checks/migrated-database";
import { insertMerchant, merchantPublicId } from "../keys/merchants";
import { copyMerchantRow } from "./merchant-row";

let source: MigratedDatabase;
let target: MigratedDatabase;

beforeAll(async () => {
  [source, target] = await Promise.all([
    createMigratedDatabase("routing"),
    createMigratedDatabase("routing"),
  ]);
});
afterAll(() => Promise.all([source.drop(), target.drop()]));

test("a merchant's tools know it by the same id in another cell, and no other merchant has it (0355)", async () => {
  const own = (await insertMerchant(source.pool, "Shop")) ?? 0;
  const other = (await insertMerchant(source.pool, "Other shop")) ?? 0;
  const id = await merchantPublicId(source.pool, own);
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(await merchantPublicId(source.pool, other)).not.toBe(id);
  const namesake = (await insertMerchant(target.pool, "Shop")) ?? 0;
  expect(namesake).toBe(own);
  expect(await merchantPublicId(target.pool, namesake)).not.toBe(id);
  await target.pool.query("delete from merchants");
  await copyMerchantRow(source.pool, target.pool, own);
  await target.pool.query("set timezone = 'Asia/Kolkata'");
  expect(await merchantPublicId(target.pool, own)).toBe(id);
});
