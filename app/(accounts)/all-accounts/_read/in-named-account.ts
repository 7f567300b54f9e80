import type { WorkOutcomeView } from "@/lib/queues/work-views";
import type { Ctx, OwnAccount } from "@/server/dashboard/context";

/**
 * Runs a command in the account that the input names, among those of the person; null for signed out. The command asks the
 * person's role there. An account that does not exist is refused like one in which the person has no role.
 */
export async function inNamedAccount(
  accounts: readonly OwnAccount[] | null,
  input: unknown,
  command: (ctx: Ctx, input: unknown) => Promise<WorkOutcomeView>,
): Promise<WorkOutcomeView> {
  if (accounts === null) return { kind: "signed_out" };
  const named = accountOf(input);
  if (named === undefined) return { kind: "invalid", field: "form", fault: "incomplete" };
  const account = accounts.find(({ slug }) => slug === named);
  if (account === undefined) return { kind: "forbidden" };
  return account.ctx === null
    ? { kind: "service_error", serviceError: { kind: "key_refused" } }
    : command(account.ctx, input);
}

/** Undefined: the input names none. It is never the first account by default. */
function accountOf(input: unknown): string | null | undefined {
  if (typeof input !== "object" || input === null || !("account" in input)) return undefined;
  const { account } = input;
  return typeof account === "string" || account === null ? account : undefined;
}
