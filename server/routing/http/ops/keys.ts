import type { ApiKeyView, KEY_OPERATIONS } from "@/lib/contract/ops/keys";
import { type ApiKey, keyInShort, keyStatus, MAX_WORKING_KEYS } from "../../domain/keys/api-key";
import { createKey } from "../../usecases/keys/create-key";
import type { LimitsTooHigh } from "../../usecases/keys/limits-too-high";
import { listKeys } from "../../usecases/keys/list-keys";
import { revokeKey } from "../../usecases/keys/revoke-key";
import { rotateKey } from "../../usecases/keys/rotate-key";
import { updateKey } from "../../usecases/keys/update-key";
import { type OpsCaller, type OpsHandlers, type OpsRefusal, refuseOps, refuseOpsFields } from "./handler";
import { refuseCursor } from "./page";

const HOUR_MS = 60 * 60 * 1000;

export const keyHandlers: OpsHandlers<keyof typeof KEY_OPERATIONS> = {
  "keys.list": async (deps, caller, { cursor, limit }) => {
    const page = await listKeys(deps, caller.merchantId, { cursor: cursor ?? null, limit });
    if (!page.ok) return refuseCursor();
    const now = deps.clock.now();
    const keys = page.value.keys.map((key) => presentKey(key, caller, now));
    return { status: 200, body: { keys, next_cursor: page.value.nextCursor } };
  },

  "keys.create": async (deps, caller, input) => {
    const { expires_at: expiresAt } = input;
    const created = await createKey(deps, caller.merchantId, {
      label: input.label,
      createdBy: input.created_by ?? keyInShort(caller.apiKey),
      expiresAt: expiresAt === undefined || expiresAt === null ? null : new Date(expiresAt),
      rateLimits: { perSecond: input.rate_per_second ?? null, burst: input.rate_burst ?? null },
      ...(input.access !== undefined && { access: input.access }),
    });
    if (created.ok) {
      const { key, salt } = created.value;
      return { status: 200, body: { key: presentKey(key, caller, deps.clock.now()), salt } };
    }
    switch (created.error.kind) {
      case "expires_in_the_past":
        return refuseOpsFields([{ field: "expires_at", text: "Must be in the future." }]);
      case "limits_too_high":
        return refuseLimits(created.error);
      case "too_many_keys":
        return tooManyKeys();
    }
  },

  "keys.rotate": async (deps, caller, input) => {
    const rotated = await rotateKey(deps, caller.merchantId, {
      keyId: input.key_id,
      overlapMs: input.overlap_hours * HOUR_MS,
      createdBy: input.created_by ?? keyInShort(caller.apiKey),
    });
    if (rotated.ok) {
      const { key, salt, replaced } = rotated.value;
      const now = deps.clock.now();
      const body = {
        key: presentKey(key, caller, now),
        salt,
        replaced: presentKey(replaced, caller, now),
      };
      return { status: 200, body };
    }
    switch (rotated.error.kind) {
      case "key_not_found":
        return keyNotFound();
      case "key_has_ended":
        return refuseOps(409, "The key has ended already. Create a new one instead.");
      case "too_many_keys":
        return tooManyKeys();
    }
  },

  "keys.update": async (deps, caller, input) => {
    const updated = await updateKey(
      deps,
      caller.merchantId,
      { keyId: input.key_id, callerKey: caller.apiKey },
      {
        label: input.label,
        perSecond: input.rate_per_second,
        burst: input.rate_burst,
        access: input.access,
      },
    );
    if (updated.ok)
      return { status: 200, body: { key: presentKey(updated.value, caller, deps.clock.now()) } };
    switch (updated.error.kind) {
      case "key_not_found":
        return keyNotFound();
      case "limits_too_high":
        return refuseLimits(updated.error);
      case "restricts_itself":
        return refuseOps(
          409,
          "This key signed the request, and a key cannot restrict itself. Sign with another one.",
        );
      case "last_key_for_all":
        return refuseOps(
          409,
          "This is the merchant's last working key with access to everything, or the others end soon. Create another one first, then restrict this one.",
        );
    }
  },

  "keys.revoke": async (deps, caller, { key_id: keyId }) => {
    const revoked = await revokeKey(deps, caller.merchantId, keyId);
    if (revoked.ok)
      return { status: 200, body: { key: presentKey(revoked.value, caller, deps.clock.now()) } };
    switch (revoked.error.kind) {
      case "key_not_found":
        return keyNotFound();
      case "last_working_key":
        return refuseOps(
          409,
          revoked.error.othersEndSoon
            ? "The merchant's other working keys end soon, before this one. Create or rotate a key first, then revoke this one."
            : "This is the merchant's last working key with access to everything. Create or rotate a key first, then revoke this one.",
        );
    }
  },
};

const LIMIT_FIELDS = { perSecond: "rate_per_second", burst: "rate_burst" } as const;

function refuseLimits({ limits, most }: LimitsTooHigh): OpsRefusal {
  return refuseOpsFields(
    limits.map((limit) => ({
      field: LIMIT_FIELDS[limit],
      text: `Must be at most ${most[limit]}, the limit that the service's operator has set. Only the operator can raise it.`,
    })),
  );
}

function keyNotFound(): OpsRefusal {
  return refuseOps(404, "Key not found.");
}

function tooManyKeys(): OpsRefusal {
  return refuseOps(
    409,
    `The merchant has ${MAX_WORKING_KEYS} working keys. Revoke one that is not used first.`,
  );
}

function presentKey(key: ApiKey, caller: OpsCaller, now: Date): ApiKeyView {
  return {
    key_id: key.id,
    api_key: key.apiKey,
    label: key.label,
    status: keyStatus(key, now),
    is_caller: key.apiKey === caller.apiKey,
    created_at: key.createdAt.toISOString(),
    created_by: key.createdBy,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    rate_per_second: key.rateLimits.perSecond,
    rate_burst: key.rateLimits.burst,
    access: key.access,
  };
}
