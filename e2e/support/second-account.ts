import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { createPaydeckClient } from "../../lib/client";
import { E2E, stackFolder } from "../../tools/testing/e2e-stack";
import { sealCredentials } from "../../server/dashboard/accounts/credentials";
import { scopeOf } from "../../server/dashboard/accounts/scope";
import { insertAccount, nextAccountId } from "../../server/dashboard/accounts/store/accounts";
import { insertMember } from "../../server/dashboard/accounts/store/members";
import { createVault } from "../../server/dashboard/auth/vault";
import { findPersonByEmail, type Person } from "../../server/dashboard/people/store";
import { prepareAccountSchema } from "../../server/dashboard/store/open-database";
import { createLogger } from "../../server/platform/log";
import { createPool, createPoolBeside } from "../../server/platform/pool";
import { Staff } from "./direct";
import type { OwnDashboard } from "./faulty-wire";
import type { StaffRole } from "./staff";

/** A merchant account beside the sandbox's, with a merchant of its own at the same service. */
export type SecondAccount = { slug: string; client: ReturnType<typeof createPaydeckClient> };

/** The sandbox's people of these roles have the same role in it. `dashboard`: by default the stack's own. */
export async function addAccount(
  slug: string,
  members: readonly StaffRole[],
  dashboard?: Pick<OwnDashboard, "databaseUrl" | "secret">,
): Promise<SecondAccount> {
  const folder = stackFolder();
  const read = (name: string): Record<string, string> =>
    JSON.parse(readFileSync(join(folder, name), "utf8")) as Record<string, string>;
  const { stdout } = await promisify(execFile)(process.execPath, ["dist/merchant.js", "create", slug], {
    env: { NODE_ENV: "production", PATH: process.env.PATH, DATA_DIR: folder },
  });
  const { key, salt } = JSON.parse(stdout) as { key: string; salt: string };
  const secret = dashboard?.secret ?? read("secrets.json").nextAuthSecret ?? "";
  const options = {
    connectionString: dashboard?.databaseUrl ?? read("running.json").dashboardDatabaseUrl ?? "",
    secret,
    applicationName: "e2e",
    maxConnections: 1,
    logger: createLogger("e2e", "silent"),
  };
  const home = createPool(options);
  const id = await nextAccountId(home);
  const own = createPoolBeside(home, { maxConnections: 1, scope: scopeOf(id), logger: options.logger });
  try {
    await prepareAccountSchema(options, scopeOf(id));
    const people: Person[] = [];
    for (const role of members) {
      const person = await findPersonByEmail(home, `${role}@example.com`);
      if (person !== null) people.push(person);
    }
    await insertAccount(
      home,
      {
        id,
        slug,
        name: `Account ${slug}`,
        colour: "blue",
        baseUrl: E2E.routingUrl,
        sealedCredentials: sealCredentials(createVault(secret), slug, { apiKey: key, apiSalt: salt }),
        createdBy: people[0]?.id ?? "",
      },
      new Date(),
    );
    for (const person of people) await insertMember(own, person);
  } finally {
    await own.end();
    await home.end();
  }
  return { slug, client: createPaydeckClient({ baseUrl: E2E.routingUrl, apiKey: key, salt }) };
}

/** Other tests of the stack see no account more. */
export async function closeAccount(slug: string): Promise<void> {
  const staff = new Staff();
  await staff.db.query("update accounts set closed_at = now() where slug = $1", [slug]);
  await staff.db.end();
}
