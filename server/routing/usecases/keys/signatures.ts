import { createHash, createHmac } from "node:crypto";
import { hashInput, OPS_TOLERANCE_SECONDS, opsSigningInput } from "@/lib/contract/canonical";
import { equalInConstantTime } from "@/server/platform/constant-time";
import type { KeyOwner } from "./authenticate";

/**
 * Whether the hash is valid (specification 5). `hashedValues`: the exact texts of the hashed fields, a number with its
 * original characters.
 */
export function hashMatches(
  owner: KeyOwner,
  hashedValues: readonly string[],
  sent: string | undefined,
): boolean {
  const expected = createHash("sha256")
    .update(hashInput(owner.apiKey, hashedValues, owner.salt), "utf8")
    .digest("hex");
  return equalInConstantTime(expected, sent ?? "");
}

export type OpsRequest = {
  method: string;
  path: string;
  rawBody: Buffer;
  timestamp: string | undefined;
  signature: string | undefined;
};

/** Whether the signature of the ops extension (decision 0040) is valid, within its tolerance of five minutes. */
export function opsSignatureMatches(owner: KeyOwner, request: OpsRequest, now: Date): boolean {
  const { timestamp, signature } = request;
  if (timestamp === undefined || signature === undefined || !/^[0-9]{1,12}$/.test(timestamp)) return false;
  const driftSeconds = Math.abs(now.getTime() / 1000 - parseInt(timestamp, 10));
  const expected = createHmac("sha256", owner.salt)
    .update(
      opsSigningInput({
        timestampSeconds: timestamp,
        method: request.method,
        path: request.path,
        bodySha256Hex: createHash("sha256").update(request.rawBody).digest("hex"),
      }),
      "utf8",
    )
    .digest("hex");
  return equalInConstantTime(expected, signature) && driftSeconds <= OPS_TOLERANCE_SECONDS;
}
