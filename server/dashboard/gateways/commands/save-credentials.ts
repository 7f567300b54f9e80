import { z } from "zod";
import { roleAllows } from "@/lib/can";
import type { OpsArguments, OpsResult } from "@/lib/contract/ops";
import { CREDENTIAL_DOUBTS, VENDORS } from "@/lib/contract/ops/gateway-accounts";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../../context";
import { doAtService } from "../../ops/do-at-service";
import type { Capabilities } from "../../routing-client/capabilities";
import { listOpenRequests } from "../store/account-requests";
import { OTHER_WAITS } from "./choose-gateway-account";
import { writeAccountRequest } from "./write-account-request";

/** Its values are checked by the service, which names the wrong field; nothing of them is recorded here. */
const credentials = z.object({ gateway: z.enum(VENDORS) }).catchall(z.string());
const common = { credentials, saveAnyway: z.enum(CREDENTIAL_DOUBTS).nullable() };
const addSchema = z.object({ ...common, replaces: z.number().nullable() });
const updateSchema = z.object({ ...common, account: z.number(), revision: z.number() });

type Credentials = z.infer<typeof credentials>;
const asSent = (given: Credentials) => given as OpsArguments<"gateways.add_account">["credentials"];

type Saved = OpsResult<"gateways.save_account">["account"];
/** `isWaiting`: the account takes no payments until a second person confirms it. */
export type SavedCredentials = { account: Saved; isWaiting: boolean };

/**
 * Credentials go to the service and never come back: for a further account, or, with `kind: "change"`, for one that exists. A
 * further account is tried and saved there, and put in use when a second person has confirmed it (0315). Other credentials
 * of an account that is in use or has payments need one that proves at the vendor that the account is the same one.
 */
export function saveCredentials(ctx: Ctx, input: unknown): Promise<ActionOutcome<SavedCredentials>> {
  const isChange = z.looseObject({ kind: z.literal("change") }).safeParse(input).success;
  return isChange ? updateAccount(ctx, input) : addAccount(ctx, input);
}

async function addAccount(ctx: Ctx, input: unknown): Promise<ActionOutcome<SavedCredentials>> {
  const parsed = addSchema.safeParse(input);
  const waiting = parsed.success ? await listOpenRequests(ctx.pool, ctx.routing.serviceAddress) : [];
  const gateway = parsed.success ? parsed.data.credentials.gateway : "";
  const isOpen = waiting.some(
    (request) => request.gateway === gateway && request.expiresAt > ctx.clock.now(),
  );
  // Only whom it concerns hears that something waits; the permission is checked again below.
  if (isOpen && roleAllows(ctx.actor.role, "manage_keys")) return OTHER_WAITS;
  const outcome = await doAtService(ctx, input, {
    operation: "gateways.save_account",
    permission: "manage_keys",
    action: "gateway_account_add",
    input: addSchema,
    subject: (given) => ({ kind: "gateway", id: given?.credentials.gateway ?? "" }),
    detail: ({ replaces, saveAnyway }) => ({ replaces, saveAnyway: saveAnyway !== null }),
    fields: (given) => ({
      credentials: asSent(given.credentials),
      save_anyway: given.saveAnyway,
      created_by: ctx.actor.email,
    }),
    detailOf: ({ account }) => ({ gatewayAccount: account.account, hint: account.hint, live: account.live }),
  });
  if (outcome.kind !== "done" || !parsed.success)
    return outcome.kind === "done" ? { kind: "malformed" } : outcome;
  const { account } = outcome.value;
  if (account.in_use) return { kind: "done", value: { account, isWaiting: false } };
  const isWritten = await writeAccountRequest(ctx, gateway, account, { replaces: parsed.data.replaces });
  return isWritten ? { kind: "done", value: { account, isWaiting: true } } : OTHER_WAITS;
}

async function updateAccount(ctx: Ctx, input: unknown): Promise<ActionOutcome<SavedCredentials>> {
  const needsProof = await takesProof(ctx);
  const outcome = await doAtService(ctx, input, {
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
      // An earlier service refuses a field that it does not know.
      ...(needsProof && { proof_in_use: true }),
      created_by: ctx.actor.email,
    }),
    detailOf: ({ account }) => ({ hint: account.hint, live: account.live }),
  });
  if (outcome.kind !== "done") return outcome;
  return { kind: "done", value: { account: outcome.value.account, isWaiting: false } };
}

/** Whether the service knows the field. One that was upgraded a moment ago is asked again, so that the proof is not left out. */
async function takesProof({ routing }: Ctx): Promise<boolean> {
  const knows = (capabilities: Capabilities): boolean => capabilities.offers("gateways.save_account");
  return knows(await routing.capabilities()) || knows(await routing.capabilities({ isFresh: true }));
}
