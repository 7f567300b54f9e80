import { z } from "zod";
import { KEY_ACCESSES } from "@/lib/keys/key-access";
import { roleOfKey } from "@/lib/keys/key-role";
import type { NewKeyView } from "@/lib/keys/key-view";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../../context";
import { presentKey } from "../domain/api-key";
import { doAtService } from "../../ops/do-at-service";

const inputSchema = z.object({
  label: z.string(),
  expiresAt: z.string().nullable(),
  perSecond: z.number().nullable(),
  burst: z.number().nullable(),
  /** Null where the service offers no restricted keys: it would refuse the field. */
  access: z.enum(KEY_ACCESSES).nullable(),
});

/**
 * Creates an API key that may do at most what the person's own role allows (decision 0315). Its salt is in this response and
 * never shown again.
 */
export async function createKey(ctx: Ctx, input: unknown): Promise<ActionOutcome<NewKeyView>> {
  const outcome = await doAtService(ctx, input, {
    operation: "keys.create",
    permission: "manage_keys",
    action: "key_create",
    input: inputSchema,
    gives: ({ access }) => roleOfKey(access ?? "all"),
    subject: (given) => ({ kind: "api_key", id: given?.label ?? "" }),
    detail: ({ expiresAt, perSecond, burst, access }) => ({ expiresAt, perSecond, burst, access }),
    fields: ({ label, expiresAt, perSecond, burst, access }) => ({
      label,
      expires_at: expiresAt,
      rate_per_second: perSecond,
      rate_burst: burst,
      ...(access !== null && { access }),
      created_by: ctx.actor.email,
    }),
    detailOf: ({ key }) => ({ keyId: key.key_id }),
  });
  if (outcome.kind !== "done") return outcome;
  const { key, salt } = outcome.value;
  return { kind: "done", value: { key: presentKey(key), apiKey: key.api_key, salt } };
}
