/**
 * The texts that are hashed and signed, built in one place for client and service. Text only: hashing and salts stay in
 * the server's own modules.
 */

/** The key, the hashed fields in the order of their table and the salt, joined by `|` (specification 5). */
export function hashInput(apiKey: string, hashedValues: readonly string[], salt: string): string {
  return [apiKey, ...hashedValues, salt].join("|");
}

/** The header names of the two schemes. */
export const HEADERS = {
  apiKey: "x-api-key",
  hash: "hash",
  idempotencyKey: "idempotency-key",
  opsTimestamp: "x-ops-timestamp",
  opsSignature: "x-ops-signature",
  requestId: "x-request-id",
} as const;

/** The largest allowed difference between an ops request's timestamp and the service's clock (decision 0040). */
export const OPS_TOLERANCE_SECONDS = 300;

/**
 * What an ops request signs with HMAC-SHA256 under the salt, one per line: Unix seconds, method, path with query, and
 * the lowercase hex SHA-256 of the raw body (of the empty string for a GET).
 */
export function opsSigningInput(request: {
  timestampSeconds: string;
  method: string;
  path: string;
  bodySha256Hex: string;
}): string {
  return [request.timestampSeconds, request.method, request.path, request.bodySha256Hex].join("\n");
}
