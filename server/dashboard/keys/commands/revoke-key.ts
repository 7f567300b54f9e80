import { z } from "zod";
import type { KeyView } from "@/lib/keys/key-view";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../../context";
import { presentKey } from "../domain/api-key";
import { doAtService } from "../../ops/do-at-service";

const inputSchema = z.object({ keyId: z.string().min(1) });

/** Revokes a key at once. One that has ended already is returned as it is. */
export async function revokeKey(ctx: Ctx, input: unknown): Promise<ActionOutcome<KeyView>> {
  const outcome = await doAtService(ctx, input, {
    operation: "keys.revoke",
    permission: "manage_keys",
    action: "key_revoke",
    input: inputSchema,
    subject: (given) => ({ kind: "api_key", id: given?.keyId ?? "" }),
    detail: () => ({}),
    fields: ({ keyId }) => ({ key_id: keyId }),
    detailOf: ({ key }) => ({ label: key.label, endedAt: key.revoked_at, wasOurs: key.is_caller }),
  });
  return outcome.kind === "done" ? { kind: "done", value: presentKey(outcome.value.key) } : outcome;
}
