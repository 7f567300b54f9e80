import { z } from "zod";
import type { KeyAccess } from "@/lib/keys/key-access";
import { grantableAccesses, roleOfKey } from "@/lib/keys/key-role";
import type { NewKeyView } from "@/lib/keys/key-view";
import type { OpsResult } from "@/lib/contract/ops";
import type { ActionOutcome, OpsRead } from "@/lib/ops-outcomes";
import type { Ctx } from "../../context";
import { presentKey } from "../domain/api-key";
import { doAtService } from "../../ops/do-at-service";
import { readOps } from "../../ops/read-ops";

const MOST_PAGES = 25;

const inputSchema = z.object({ keyId: z.string().min(1), overlapHours: z.number() });

/**
 * A new key that replaces an old one, which ends after the overlap. Its salt is in this response only, so it may do at most what
 * the person's own role allows (decision 0315).
 */
export async function rotateKey(ctx: Ctx, input: unknown): Promise<ActionOutcome<NewKeyView>> {
  const outcome = await doAtService(ctx, input, {
    operation: "keys.rotate",
    permission: "manage_keys",
    action: "key_rotate",
    input: inputSchema,
    gives: async ({ keyId }) => roleOfKey(await findAccess(ctx, keyId)),
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

/** The access of a key, asked only for somebody who may not have them all. One that cannot be read counts as `all`. */
async function findAccess(ctx: Ctx, keyId: string): Promise<KeyAccess> {
  if (grantableAccesses(ctx.actor.role).includes("all")) return "all";
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const read: OpsRead<OpsResult<"keys.list">> = await readOps(ctx, "keys.list", { limit: 200, cursor });
    if (read.kind !== "found") break;
    const found = read.value.keys.find((key) => key.key_id === keyId);
    cursor = read.value.next_cursor;
    if (found !== undefined) return found.access ?? "all";
    if (cursor === null) break;
  }
  return "all";
}
