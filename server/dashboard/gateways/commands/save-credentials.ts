import { z } from "zod";
import type { OpsArguments, OpsResult } from "@/lib/contract/ops";
import { CREDENTIAL_DOUBTS, VENDORS } from "@/lib/contract/ops/gateway-accounts";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../../context";
import { doAtService } from "../../ops/do-at-service";

/** Its values are checked by the service, which names the wrong field; nothing of them is recorded here. */
const credentials = z.object({ gateway: z.enum(VENDORS) }).catchall(z.string());
const common = { credentials, saveAnyway: z.enum(CREDENTIAL_DOUBTS).nullable() };
const addSchema = z.object({ ...common, replaces: z.number().nullable() });
const updateSchema = z.object({ ...common, account: z.number(), revision: z.number() });

type Credentials = z.infer<typeof credentials>;
const asSent = (given: Credentials) => given as OpsArguments<"gateways.add_account">["credentials"];

/** Credentials go to the service and never come back: for a further account, or, with `kind: "change"`, for one that exists. */
export function saveCredentials(
  ctx: Ctx,
  input: unknown,
): Promise<ActionOutcome<OpsResult<"gateways.add_account" | "gateways.update_account">>> {
  const isChange = z.looseObject({ kind: z.literal("change") }).safeParse(input).success;
  return isChange ? updateAccount(ctx, input) : addAccount(ctx, input);
}

function addAccount(ctx: Ctx, input: unknown): Promise<ActionOutcome<OpsResult<"gateways.add_account">>> {
  return doAtService(ctx, input, {
    operation: "gateways.add_account",
    permission: "manage_keys",
    action: "gateway_account_add",
    input: addSchema,
    subject: (given) => ({ kind: "gateway", id: given?.credentials.gateway ?? "" }),
    detail: ({ replaces, saveAnyway }) => ({ replaces, saveAnyway: saveAnyway !== null }),
    fields: (given) => ({
      credentials: asSent(given.credentials),
      replaces: given.replaces,
      save_anyway: given.saveAnyway,
      created_by: ctx.actor.email,
    }),
    detailOf: ({ account }) => ({ gatewayAccount: account.account, hint: account.hint, live: account.live }),
  });
}

function updateAccount(
  ctx: Ctx,
  input: unknown,
): Promise<ActionOutcome<OpsResult<"gateways.update_account">>> {
  return doAtService(ctx, input, {
    operation: "gateways.update_account",
    permission: "manage_keys",
    action: "gateway_account_update",
    input: updateSchema,
    subject: (given) => ({ kind: "gateway", id: given?.credentials.gateway ?? "" }),
    detail: ({ account, saveAnyway }) => ({ gatewayAccount: account, saveAnyway: saveAnyway !== null }),
    fields: (given) => ({
      account: given.account,
      revision: given.revision,
      credentials: asSent(given.credentials),
      save_anyway: given.saveAnyway,
      created_by: ctx.actor.email,
    }),
    detailOf: ({ account }) => ({ hint: account.hint, live: account.live }),
  });
}
