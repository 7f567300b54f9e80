import { randomUUID } from "node:crypto";
import type { Role } from "@/lib/can";
import type { Harness } from "./harness";
import type { Accounts } from "@/server/dashboard/accounts/accounts";
import { createAccounts } from "@/server/dashboard/accounts/registry";
import { sealCredentials } from "@/server/dashboard/accounts/credentials";
import { insertAccount, nextAccountId } from "@/server/dashboard/accounts/store/accounts";
import { findPerson } from "@/server/dashboard/people/store";
import { insertMember } from "@/server/dashboard/accounts/store/members";
import type { Ctx } from "@/server/dashboard/context";
import { prepareAccountSchema } from "@/server/dashboard/store/open-database";
import type { Services } from "@/server/dashboard/runtime";
import { createPoolBeside } from "@/server/platform/pool";
import { ScriptedService } from "./scripted-service";
import { TEST_CREDENTIALS } from "./scripted-ledger";

/** A further account of a harness, with a payment service of its own. */
export type SecondAccount = {
  accounts: Accounts<Services>;
  service: ScriptedService;
  services(): Promise<Services>;
  /** A context in the account: of a new person of the first account, or of the one given, with this role in it. */
  ctxOf(role: Role, person?: Ctx["actor"]): Promise<Ctx>;
  stop(): Promise<void>;
};

export async function addSecondAccount(harness: Harness, slug = "second"): Promise<SecondAccount> {
  const { services: home, pool: owner } = harness;
  const service = await new ScriptedService(harness.clock).start();
  const connectionString = owner.options.connectionString ?? "";
  const settings = { connectionString, applicationName: "dashboard-test", logger: home.logger };
  const accounts = createAccounts({
    home,
    openPool: (scope) => createPoolBeside(home.pool, { maxConnections: 8, scope, logger: home.logger }),
    prepareSchema: (scope) =>
      prepareAccountSchema({ ...settings, secret: "test-secret-of-the-dashboard", maxConnections: 2 }, scope),
    timeoutMs: 1_000,
  });
  const id = await nextAccountId(home.pool);
  await accounts.prepare(id);
  const admin = await harness.ctxOf("admin");
  await insertAccount(
    home.pool,
    {
      id,
      slug,
      name: `Account ${slug}`,
      colour: "blue",
      baseUrl: service.baseUrl,
      sealedCredentials: sealCredentials(home.vault, slug, TEST_CREDENTIALS),
      createdBy: admin.actor.userId,
    },
    harness.clock.now(),
  );
  const services = async (): Promise<Services> => {
    const found = await accounts.find(slug);
    if (found === null) throw new Error(`no account ${slug}`);
    return found;
  };
  return {
    accounts,
    service,
    services,
    async ctxOf(role, person) {
      const actor = person ?? (await harness.ctxOf("support")).actor;
      const own = await services();
      const member = await findPerson(home.pool, actor.userId);
      if (member === null) throw new Error("nobody has this id");
      await insertMember(own.pool, { ...member, role });
      return { ...own, actor: { ...actor, role }, requestId: randomUUID() };
    },
    async stop() {
      await accounts.stop();
      await service.stop();
    },
  };
}
