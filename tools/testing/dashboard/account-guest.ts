import { randomUUID } from "node:crypto";
import { inviteToAccount } from "@/server/dashboard/accounts/commands/invite-to-account";
import type { Ctx } from "@/server/dashboard/context";
import { acceptLink } from "@/server/dashboard/people/commands/accept-link";
import type { Harness } from "./harness";
import type { SecondAccount } from "./second-account";

export const PASSWORD = "a long enough password 42";

/** Invites somebody to the second account alone. */
export const inviteElsewhere = (
  by: Ctx,
  { accounts }: SecondAccount,
  fields: Partial<Record<"email" | "name" | "role" | "account", string>> = {},
) =>
  inviteToAccount(
    by,
    { email: `${randomUUID()}@example.com`, name: "Asha", role: "finance", account: "second", ...fields },
    accounts,
  );

/** Somebody with a role in the second account alone, and a session. */
export async function addGuest(harness: Harness, admin: Ctx, second: SecondAccount, role = "finance") {
  const email = `${randomUUID()}@example.com`;
  const link = await inviteElsewhere(admin, second, { email, role });
  if (link.kind !== "link") throw new Error(link.kind);
  const token = link.path.split("/").at(-1);
  const accepted = await acceptLink(harness.services, { token, name: "Asha", password: PASSWORD });
  if (accepted.kind !== "signed_in") throw new Error(accepted.kind);
  return { id: link.personId, email, sessionId: accepted.sessionId };
}
