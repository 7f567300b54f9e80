import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "@/tools/testing/database";
import { createMigratedDatabase, type MigratedDatabase } from "@/tools/testing/migrated-database";
import { projectRoot } from "@/server/platform/root";
import { hashOfToken } from "./auth/token";
import { findLinkedPerson } from "./people/store/person-links";

let database: MigratedDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase("dashboard");
});
afterAll(() => database.drop());

async function invite(
  args: readonly string[],
  variables: Record<string, string> = {},
): Promise<{ code: number; text: string }> {
  const env = {
    NODE_ENV: "test" as const,
    PATH: process.env.PATH,
    DASHBOARD_DATABASE_URL: database.url,
    ...variables,
  };
  try {
    const program = join(projectRoot(), "dist/invite-admin.js");
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env });
    return { code: 0, text: stdout };
  } catch (error) {
    const failure = error as { code: number; stderr: string };
    return { code: failure.code, text: failure.stderr };
  }
}

test("the first admin gets a link at the dashboard's address, and the audit log says so", async () => {
  const invited = await invite(["Asha@Shop.example", "Asha", "Rao"], {
    NEXTAUTH_URL: "https://desk.example",
  });
  expect(invited).toMatchObject({ code: 0, text: expect.stringContaining("It works once") as string });
  const [, token = ""] = /^https:\/\/desk\.example\/invitation\/(\S+)$/m.exec(invited.text) ?? [];
  const person = await findLinkedPerson(
    database.pool,
    hashOfToken(decodeURIComponent(token)) ?? Buffer.alloc(32),
    new Date(),
  );
  expect(person).toMatchObject({
    email: "asha@shop.example",
    name: "Asha Rao",
    role: "admin",
    isActive: false,
  });
  const { rows } = await database.pool.query("select action, actor_email, detail from audit_log");
  expect(rows).toEqual([
    {
      action: "person_invited",
      actor_email: "system",
      detail: { email: "asha@shop.example", role: "admin" },
    },
  ]);

  const again = await invite(["asha@shop.example", "Asha"]);
  expect(again).toEqual({
    code: 1,
    text: expect.stringContaining("invite another e-mail address") as string,
  });
});

test.each([
  ["nothing", [], "npm run admin -- EMAIL NAME"],
  ["no name", ["asha@shop.example"], "npm run admin -- EMAIL NAME"],
  ["a name in place of the address", ["Asha", "asha@shop.example"], "This is not an e-mail address"],
  ["a name of spaces", ["rao@shop.example", "  "], "A name has 1 to 100 characters"],
])("%s is refused in words", async (_what, args, text) => {
  expect(await invite(args)).toEqual({ code: 1, text: expect.stringContaining(text) as string });
});

test("a database without tables, and none at all, are named", async () => {
  const empty = await createTestDatabase();
  expect(await invite(["rao@shop.example", "Rao"], { DASHBOARD_DATABASE_URL: empty.url })).toEqual({
    code: 1,
    text: "This database has no tables yet. Run npm run migrate first.\n",
  });
  await empty.drop();
});
