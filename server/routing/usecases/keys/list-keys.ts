import { err, ok, type Result } from "@/lib/result";
import type { ApiKey } from "../../domain/keys/api-key";
import * as store from "../../store/keys/api-keys";
import { findMerchantByName } from "../../store/keys/merchants";
import { onePage } from "../one-page";
import type { KeyDeps } from "./issue-key";

type KeyPage = { keys: ApiKey[]; nextCursor: string | null };

/** A merchant's keys, including ended ones, newest first. The cursor is the id of the last key of the previous page. */
export async function listKeys(
  deps: KeyDeps,
  merchantId: number,
  page: { cursor: string | null; limit: number },
): Promise<Result<KeyPage, { kind: "unknown_cursor" }>> {
  const { cursor, limit } = page;
  if (cursor !== null && (await store.findKey(deps.pool, merchantId, cursor)) === null) {
    return err({ kind: "unknown_cursor" });
  }
  const { items, next } = await onePage(
    limit,
    (most) => store.listKeys(deps.pool, merchantId, { afterId: cursor, limit: most }),
    (key) => key.id,
  );
  return ok({ keys: items, nextCursor: next });
}

/** The newest `limit` keys of a merchant by its name, for the command line. */
export async function listKeysByName(
  deps: KeyDeps,
  name: string,
  limit: number,
): Promise<Result<ApiKey[], { kind: "unknown_name" }>> {
  const merchantId = await findMerchantByName(deps.pool, name);
  if (merchantId === null) return err({ kind: "unknown_name" });
  return ok(await store.listKeys(deps.pool, merchantId, { afterId: null, limit }));
}
