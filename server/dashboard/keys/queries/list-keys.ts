import type { KeyView } from "@/lib/keys/key-view";
import type { OpsRead } from "@/lib/ops-outcomes";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { presentKey } from "../domain/api-key";
import { readOps } from "../../ops/read-ops";
import { findNames } from "../../people/store";

/** `offersAccess`: whether the service has restricted keys (0315). Each of its keys then says what it may call. */
type KeyPage = { keys: KeyView[]; nextCursor: string | null; offersAccess: boolean };

/** The merchant's keys, ended ones included, newest first; the one that signed this request is marked. */
export async function listKeys(ctx: Ctx, cursor: string | null): Promise<OpsRead<KeyPage>> {
  await requirePermission(ctx, "manage_keys", { kind: "api_key", id: "list" });
  const read = await readOps(ctx, "keys.list", { cursor });
  if (read.kind !== "found") return read;
  const { keys, next_cursor: nextCursor } = read.value;
  // The service stores the e-mail of the person who created a key; that of another dashboard’s user is shown as it is.
  const names = await findNames(ctx.pool, [...new Set(keys.flatMap((key) => key.created_by ?? []))]);
  const named = keys.map((key) => ({
    ...key,
    created_by: names.get(key.created_by ?? "") ?? key.created_by,
  }));
  const offersAccess = keys.some((key) => key.access !== undefined);
  return { ...read, value: { keys: named.map(presentKey), nextCursor, offersAccess } };
}
