import { HEADERS, OPS_TOLERANCE_SECONDS } from "@/lib/contract/canonical";
import { ENDPOINTS } from "@/lib/contract/endpoints";
import type { SecurityScheme } from "./document-types";

/** The texts of the document and its page beside the operations. */

export const SPECIFIED_TAG = "Payments";

export const TAGS: readonly { name: string; description: string }[] = [
  {
    name: SPECIFIED_TAG,
    description: "What a merchant's own code calls: the five endpoints of the specification.",
  },
  { name: "Service", description: "What this service offers beside them." },
  { name: "Payments, for operators", description: "Search, one payment in full, and counts over time." },
  {
    name: "Refunds, for operators",
    description: "What remains of a payment, and refunds by what is known of them.",
  },
  { name: "Reversals", description: "Money that came too late for its payment and goes back." },
  { name: "Routing rules", description: "Which gateway takes which payment: versions, simulation, replay." },
  { name: "Gateways", description: "The gateways of this service and their health." },
  {
    name: "Webhooks",
    description: "Endpoints that receive the events of payments, and what was delivered to them.",
  },
  { name: "Keys", description: "The merchant's own keys, and what each may call." },
  {
    name: "Reconciliation",
    description: "Comparisons with the gateways, what disagrees, and how it is decided.",
  },
];

/** The tag of an operation of the ops extension, by the part of its name before the first dot. */
export const TAG_OF_AREA: Readonly<Record<string, string>> = {
  capabilities: "Service",
  service: "Service",
  payments: "Payments, for operators",
  refunds: "Refunds, for operators",
  reversals: "Reversals",
  rules: "Routing rules",
  gateways: "Gateways",
  webhooks: "Webhooks",
  keys: "Keys",
  reconciliation: "Reconciliation",
};

const HASH_PARTS = Object.entries(ENDPOINTS)
  .map(([name, { hashed }]) => `- \`${name}\`: \`${["key", ...hashed, "salt"].join("|")}\``)
  .join("\n");

/** OpenAPI requires CommonMark; the page has its own wording of this text. */
export const DESCRIPTION = `Every request is JSON over HTTPS, signed with a salt that never leaves your server.

The five endpoints under \`/v1/route/\` take the headers \`X-API-Key\` and \`Hash\`: the SHA-256, in lowercase hexadecimal, of

${HASH_PARTS}

A number is hashed as it is written in the body: \`1499.00\` and \`1499.0\` give different hashes.

The operations under \`/v1/ops/\` take \`X-API-Key\`, \`X-Ops-Timestamp\` (Unix seconds, at most ${OPS_TOLERANCE_SECONDS} off) and \`X-Ops-Signature\`: the
HMAC-SHA256 under the salt, in lowercase hexadecimal, of the timestamp, the method, the path and the SHA-256 of the body, one a
line. All of them are POST with a JSON body, and refuse a field that they do not know; \`capabilities\` is a GET. A key whose access is
not \`all\` gets 403 for what its access does not include; \`capabilities\` lists the operations of the key that signs.

Amounts are strings with two decimals, times are ISO 8601. Texts must not hold NUL or half a surrogate pair, and no key of an object
may stand twice. Bodies have at most 64 KiB. Lists come in pages: hand \`next_cursor\` back as \`cursor\`. Another merchant's records are
as absent as ones that never were.`;

export const SECURITY_SCHEMES: Record<string, SecurityScheme> = {
  ApiKey: {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description: "The merchant's key. It says who sends; the hash or the signature proves it.",
  },
  Hash: {
    type: "apiKey",
    in: "header",
    name: "Hash",
    description:
      "SHA-256 of the key, the hashed fields of the body and the salt, joined by |, in lowercase hexadecimal.",
  },
  OpsTimestamp: {
    type: "apiKey",
    in: "header",
    name: "X-Ops-Timestamp",
    description: `When the request was signed, in Unix seconds; at most ${OPS_TOLERANCE_SECONDS} s off.`,
  },
  OpsSignature: {
    type: "apiKey",
    in: "header",
    name: "X-Ops-Signature",
    description:
      "HMAC-SHA256 under the salt of timestamp, method, path and the body's SHA-256, joined by line feeds, in lowercase hexadecimal.",
  },
};

export const IDEMPOTENCY_HEADER = {
  name: "Idempotency-Key",
  description:
    "A text of your own, 1 to 255 characters. The same key and body get the first answer again for 24 hours, and nothing is " +
    "done twice. While the first request is in progress: 409. With another body: 422.",
};

export const REQUEST_ID_HEADER = {
  name: HEADERS.requestId,
  description:
    "An id of your own for the service's logs, 1 to 64 of A-Z a-z 0-9 . _ -. The answer carries it.",
};
