import { z } from "zod";
import { KEY_ACCESSES } from "@/lib/keys/key-access";
import { roleOfKey } from "@/lib/keys/key-role";
import type { KeyView } from "@/lib/keys/key-view";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../../context";
import { presentKey } from "../domain/api-key";
import { doAtService } from "../../ops/do-at-service";

const inputSchema = z.object({
  keyId: z.string().min(1),
  label: z.string(),
  perSecond: z.number().nullable(),
  burst: z.number().nullable(),
  /** Null: it stays. */
  access: z.enum(KEY_ACCESSES).nullable(),
});

/**
 * Changes a key's label, limits and access, which is at most what the person's own role allows (decision 0315). A null limit
 * means no separate one.
 */
export async function updateKey(ctx: Ctx, input: unknown): Promise<ActionOutcome<KeyView>> {
  const outcome = await doAtService(ctx, input, {
    operation: "keys.update",
    permission: "manage_keys",
    action: "key_update",
    input: inputSchema,
    gives: ({ access }) => (access === null ? null : roleOfKey(access)),
    subject: (given) => ({ kind: "api_key", id: given?.keyId ?? "" }),
    detail: ({ label, perSecond, burst, access }) => ({ label, perSecond, burst, access }),
    fields: ({ keyId, label, perSecond, burst, access }) => ({
      key_id: keyId,
      label,
      rate_per_second: perSecond,
      rate_burst: burst,
      ...(access !== null && { access }),
    }),
  });
  return outcome.kind === "done" ? { kind: "done", value: presentKey(outcome.value.key) } : outcome;
}
