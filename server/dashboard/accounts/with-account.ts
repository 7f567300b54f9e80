import { z } from "zod";
import { ACCOUNT } from "@/server/platform/account-scope";
import type { JobHandler } from "@/server/platform/jobs";
import type { Services } from "../runtime";
import type { Accounts } from "./accounts";

const payloadSchema = z.object({ [ACCOUNT]: z.int().optional() });

/** Every job runs with the services of the account whose connection added it. */
export function jobsOfAccounts(
  home: Services,
  accounts: Pick<Accounts<Services>, "findById">,
  handlersOf: (services: Services) => Record<string, JobHandler>,
): Record<string, JobHandler> {
  const tasks = Object.keys(handlersOf(home));
  return Object.fromEntries(
    tasks.map((task) => [
      task,
      async (payload: unknown) => {
        const services = await servicesFor(home, accounts, payload);
        await handlersOf(services)[task]?.(payload);
      },
    ]),
  );
}

async function servicesFor(
  home: Services,
  accounts: Pick<Accounts<Services>, "findById">,
  payload: unknown,
): Promise<Services> {
  const id = payloadSchema.parse(payload ?? {})[ACCOUNT];
  if (id === undefined) return home;
  const services = await accounts.findById(id);
  if (services === null) throw new Error(`there is no account ${String(id)}`);
  return services;
}
