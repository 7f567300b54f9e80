import type { ApiKeyView } from "@/lib/contract/ops/keys";
import type { KeyView } from "@/lib/keys/key-view";

const SHOWN_LENGTH = 12;
const SHOWN_SHARE = 0.6;

/** A key for the screens: enough of its text to recognise it, not enough to use it (0021). */
export function presentKey(key: ApiKeyView): KeyView {
  return {
    keyId: key.key_id,
    keyStart: key.api_key.slice(0, Math.min(SHOWN_LENGTH, Math.floor(key.api_key.length * SHOWN_SHARE))),
    label: key.label,
    status: key.status,
    isOurs: key.is_caller,
    createdAt: key.created_at,
    createdBy: key.created_by,
    lastUsedAt: key.last_used_at,
    expiresAt: key.expires_at,
    revokedAt: key.revoked_at,
    perSecond: key.rate_per_second,
    burst: key.rate_burst,
    access: key.access ?? null,
  };
}
