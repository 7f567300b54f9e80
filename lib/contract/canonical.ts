/**
 * The texts that are hashed and signed, built in one place for both ends of the wire. Pure text: the
 * hashing itself and every salt stay in the server's own modules.
 */

/** The key, the hashed fields in the order of their table and the salt, joined by `|` (specification 5). */
export function hashInput(apiKey: string, hashedValues: readonly string[], salt: string): string {
  return [apiKey, ...hashedValues, salt].join("|");
}

/** Names of the headers of the two schemes. */
export const HEADERS = {
  apiKey: "x-api-key",
  hash: "hash",
  idempotencyKey: "idempotency-key",
  opsTimestamp: "x-ops-timestamp",
  opsSignature: "x-ops-signature",
  requestId: "x-request-id",
} as const;

/** How far an ops request's timestamp may lie from the service's clock (decision 0040). */
export const OPS_TOLERANCE_SECONDS = 300;

/**
 * What an ops request signs with HMAC-SHA256 under the salt: Unix seconds, method, path with its query,
 * and the lowercase hex SHA-256 of the raw body (of the empty text for a GET), one a line.
 */
export function opsSigningInput(request: {
  timestampSeconds: string;
  method: string;
  path: string;
  bodySha256Hex: string;
}): string {
  return [request.timestampSeconds, request.method, request.path, request.bodySha256Hex].join("\n");
}
