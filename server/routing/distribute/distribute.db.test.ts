import pg from "pg";
import { expect, test } from "vitest";
import { createMigratedDatabase } from "@/tools/testing/migrated-database";
import { distributeDatabase } from "./distribute-database";
import { checkPlacement, type Placement } from "./placement";
import { DISTRIBUTED_TABLES, LOCAL_TABLES, REFERENCE_TABLES } from "./tables";

const ALL = [...REFERENCE_TABLES, ...DISTRIBUTED_TABLES, ...LOCAL_TABLES];
const allLocal = (): Map<string, "local"> => new Map(ALL.map((name) => [name, "local"]));
const refusal = (placement: Placement): string => {
  try {
    checkPlacement(placement);
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return "accepted";
};

test("a Postgres without Citus is refused in words, and its tables stay as they are", async () => {
  const database = await createMigratedDatabase("routing");
  const admin = new pg.Pool({ connectionString: database.url });
  // Its last connection may still be closing when the database is dropped.
  admin.on("error", () => undefined);
  try {
    const { rows } = await admin.query("select 1 from pg_available_extensions where name = 'citus'");
    const said: string[] = [];
    const refused = await distributeDatabase(database.url, (line) => said.push(line)).catch(
      (error: unknown) => (error instanceof Error ? error.message : ""),
    );
    if (rows.length === 0)
      expect(refused).toMatch(/^This Postgres has no Citus\. Install Citus on every node/);
    expect(said.filter((line) => !line.startsWith("All "))).toEqual([]);
  } finally {
    await admin.end();
    await database.drop();
  }
});

test("tables that are missing, unknown, or distributed in another way are named", () => {
  expect(refusal(allLocal())).toBe("accepted");
  const missing = allLocal();
  missing.delete("refunds");
  expect(refusal(missing)).toBe("Tables of this version are missing: refunds. Run npm run migrate first.");
  expect(refusal(new Map([...allLocal(), ["new_table", "local"]]))).toMatch(
    /^Where these tables belong is not known: new_table\./,
  );
  expect(refusal(new Map([...allLocal(), ["refunds", "otherwise"]]))).toMatch(
    /^These tables are distributed in another way: refunds\./,
  );
  expect(refusal(new Map([...allLocal(), ["gateway_health", "reference"]]))).toMatch(
    /another way: gateway_health\./,
  );
});
