import { createHash, createHmac } from "node:crypto";

/** Signatures of the load, written separately from the product, like a merchant's own code. */

/** The hash of a request (specification 5). */
export function hashOf({ apiKey, salt }, values) {
  return createHash("sha256")
    .update([apiKey, ...values, salt].join("|"))
    .digest("hex");
}

/** A complete HTTP/1.1 request as bytes: signing and serialising happen before anything is timed. */
export function requestBytes({ method = "POST", path, headers = {}, body = "" }) {
  const lines = Object.entries({
    host: "bench",
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

/** One of the five endpoints. `values`: the texts of the hashed fields, in order. */
export function signedRequest(merchant, path, fields, values) {
  const headers = { "x-api-key": merchant.apiKey, hash: hashOf(merchant, values) };
  return requestBytes({ path, headers, body: JSON.stringify(fields) });
}

/** An operation of the ops extension (decision 0040). */
export function opsRequest(merchant, path, fields) {
  const body = JSON.stringify(fields);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const digest = createHash("sha256").update(body).digest("hex");
  const input = [timestamp, "POST", path, digest].join("\n");
  const signature = createHmac("sha256", merchant.salt).update(input).digest("hex");
  const headers = {
    "x-api-key": merchant.apiKey,
    "x-ops-timestamp": timestamp,
    "x-ops-signature": signature,
  };
  return requestBytes({ path, headers, body });
}
