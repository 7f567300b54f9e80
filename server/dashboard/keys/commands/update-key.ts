import { z } from "zod";
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
});

/** Changes a key's label and limits; null means no separate limit. */
export async function updateKey(ctx: Ctx, input: unknown): Promise<ActionOutcome<KeyView>> {
  const outcome = await doAtService(ctx, input, {
    operation: "keys.update",
    permission: "manage_keys",
    action: "key_update",
    input: inputSchema,
    subject: (given) => ({ kind: "api_key", id: given?.keyId ?? "" }),
    detail: ({ label, perSecond, burst }) => ({ label, perSecond, burst }),
    fields: ({ keyId, label, perSecond, burst }) => ({
      key_id: keyId,
      label,
      rate_per_second: perSecond,
      rate_burst: burst,
    }),
  });
  return outcome.kind === "done" ? { kind: "done", value: presentKey(outcome.value.key) } : outcome;
}
