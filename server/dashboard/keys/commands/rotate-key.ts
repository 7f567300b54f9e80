import { z } from "zod";
import type { NewKeyView } from "@/lib/keys/key-view";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../../context";
import { presentKey } from "../domain/api-key";
import { doAtService } from "../../ops/do-at-service";

const inputSchema = z.object({ keyId: z.string().min(1), overlapHours: z.number() });

/** A new key that replaces an old one, which ends after the overlap. The new salt is in this response only. */
export async function rotateKey(ctx: Ctx, input: unknown): Promise<ActionOutcome<NewKeyView>> {
  const outcome = await doAtService(ctx, input, {
    operation: "keys.rotate",
    permission: "manage_keys",
    action: "key_rotate",
    input: inputSchema,
    subject: (given) => ({ kind: "api_key", id: given?.keyId ?? "" }),
    detail: ({ overlapHours }) => ({ overlapHours }),
    fields: ({ keyId, overlapHours }) => ({
      key_id: keyId,
      overlap_hours: overlapHours,
      created_by: ctx.actor.email,
    }),
    detailOf: ({ key, replaced }) => ({
      newKeyId: key.key_id,
      endsAt: replaced.expires_at,
      access: key.access ?? null,
    }),
  });
  if (outcome.kind !== "done") return outcome;
  const { key, salt } = outcome.value;
  return { kind: "done", value: { key: presentKey(key), apiKey: key.api_key, salt } };
}
