import { createHash, createHmac, randomUUID } from "node:crypto";
import { hashInput, HEADERS, opsSigningInput } from "@/lib/contract/canonical";
import { ENDPOINTS } from "@/lib/contract/endpoints";
import type { Random } from "../random";
import { absurd, absurdBytes, absurdText, type Json, mangled, mutated } from "./absurd";
import type { Operation } from "./documented";
import type { Sent } from "./send";

export type Credentials = { apiKey: string; salt: string };
type ServiceRequest = Sent & {
  /** Null when the method is not the operation's: then only the outline of the response is checked. */
  operation: Operation | null;
};

const HASHED: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(ENDPOINTS).map(([name, { hashed }]) => [name, hashed]),
);

/** Ids that the service has issued: known ids reach deeper code than unknown ones. */
export class KnownIds {
  private readonly ids: string[] = [];

  keep(text: string, random: Random): void {
    for (const [id] of text.matchAll(/\b(?:TXN|RFD)[0-9]{21}\b|"FUZZ-[0-9a-f-]{36}"/g)) {
      const plain = id.replaceAll('"', "");
      if (this.ids.length < MOST_IDS) this.ids.push(plain);
      else this.ids[random.whole(0, MOST_IDS - 1)] = plain;
    }
  }

  pick(random: Random): string | null {
    return this.ids.length === 0 ? null : (this.ids[random.whole(0, this.ids.length - 1)] ?? null);
  }
}
const MOST_IDS = 2_000;

/**
 * From a documented request to one that nobody would send; usually with a valid signature, because others are refused
 * at once.
 */
export function serviceRequest(
  random: Random,
  operations: readonly [Operation, ...Operation[]],
  credentials: Credentials,
  known: KnownIds,
  nowSeconds: number,
): ServiceRequest {
  const operation = random.pick(operations);
  const value = bodyOf(random, operation, known);
  const text = JSON.stringify(value);
  const body =
    operation.method === "GET" ? null : random.chance(0.12) ? mangled(random, text) : Buffer.from(text);
  const isOwnMethod = random.chance(0.97);
  const method = isOwnMethod
    ? operation.method
    : random.pick(["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"]);
  const headers = {
    ...(random.chance(0.97)
      ? { "content-type": "application/json" }
      : { "content-type": asHeader(absurdText(random)) }),
    ...signed(random, operation, { value, body, credentials, nowSeconds }),
    ...(random.chance(0.1) ? { [HEADERS.idempotencyKey]: asHeader(absurdText(random, 300)) } : {}),
    ...(random.chance(0.03) ? { [HEADERS.requestId]: asHeader(absurdText(random, 90)) } : {}),
  };
  return {
    operation: method === operation.method ? operation : null,
    method,
    path: operation.path,
    headers,
    body: method === "GET" || method === "HEAD" ? null : body,
  };
}

function bodyOf(random: Random, operation: Operation, known: KnownIds): Json {
  let value: Json = operation.example ?? {};
  if (isObject(value))
    value = Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, fresh(random, key, item, known)]),
    );
  for (let changes = random.pick([0, 0, 1, 1, 2, 5]); changes > 0; changes -= 1)
    value = mutated(random, value);
  return value;
}

/** The ids in an example no longer exist: replaces a reference with a new one, and an id with an existing one. */
function fresh(random: Random, key: string, item: Json, known: KnownIds): Json {
  if (typeof item !== "string") return item;
  const id = known.pick(random);
  if (key === "merchant_transaction_id" && (id === null || random.chance(0.5))) return `FUZZ-${randomUUID()}`;
  return /_id$/.test(key) && id !== null && random.chance(0.7) ? id : item;
}

type ToSign = { value: Json; body: Buffer | null; credentials: Credentials; nowSeconds: number };

function signed(random: Random, operation: Operation, given: ToSign): Record<string, string> {
  if (random.chance(0.05)) return {};
  const { apiKey, salt } = given.credentials;
  const key = random.chance(0.97) ? apiKey : asHeader(absurdText(random));
  const isRight = random.chance(0.95);
  const timestampSeconds = random.chance(0.97) ? String(given.nowSeconds) : asHeader(absurdText(random));
  const headers = signedHeaders(operation, {
    ...given,
    credentials: { apiKey: key, salt },
    timestampSeconds,
  });
  if (isRight) return headers;
  const proof = HASHED[operation.name] === undefined ? HEADERS.opsSignature : HEADERS.hash;
  return { ...headers, [proof]: asHeader(absurdText(random, 70)) };
}

/** With the hash of one of the five endpoints, or the signature of the ops extension. */
export function signedHeaders(
  operation: Pick<Operation, "name" | "method" | "path">,
  { value, body, credentials, timestampSeconds }: Omit<ToSign, "nowSeconds"> & { timestampSeconds: string },
): Record<string, string> {
  const { apiKey, salt } = credentials;
  const hashed = HASHED[operation.name];
  if (hashed !== undefined) {
    const fields = isObject(value) ? value : {};
    const input = hashInput(
      apiKey,
      hashed.map((field) => asHashed(fields[field])),
      salt,
    );
    const hash = createHash("sha256").update(input, "utf8").digest("hex");
    return { [HEADERS.apiKey]: apiKey, [HEADERS.hash]: hash };
  }
  const bodySha256Hex = createHash("sha256")
    .update(body ?? "")
    .digest("hex");
  const { method, path } = operation;
  const signature = createHmac("sha256", salt)
    .update(opsSigningInput({ timestampSeconds, method, path, bodySha256Hex }), "utf8")
    .digest("hex");
  return {
    [HEADERS.apiKey]: apiKey,
    [HEADERS.opsTimestamp]: timestampSeconds,
    [HEADERS.opsSignature]: signature,
  };
}

function asHashed(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** Node sends no other characters in a header; a raw socket sends the rest. */
export function asHeader(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?").slice(0, 4_000);
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const TARGETS = [
  "*",
  "http://evil.example/x",
  "//evil.example/x",
  "/api/auth/session?callbackUrl=:",
] as const;
const HOSTS = [
  "Host: 127.0.0.1",
  "Host:",
  "Host: a\r\nHost: b",
  "Host: a b",
  "Host: a:b",
  "Host: [::1",
  "X: y",
] as const;

/** Bytes that begin like HTTP, or do not. */
export function rawRequest(random: Random, paths: readonly [string, ...string[]]): Buffer {
  const path = random.chance(0.7) ? random.pick([...paths, ...TARGETS]) : absurdText(random, 40);
  const method = random.pick(["GET", "POST", "post", "G\u0000T", "OPTIONS", "CONNECT", "TRACE", "PRI", ""]);
  const version = random.pick(["HTTP/1.1", "HTTP/1.0", "HTTP/9.9", "HTTP/2.0", ""]);
  const lines = [
    `${method} ${path} ${version}`,
    random.pick([`Host: ${absurdText(random)}`, ...HOSTS]),
    random.pick([
      "Content-Length: 5",
      "Content-Length: -1",
      "Content-Length: 99999999999999999999",
      "Content-Length: 5\r\nContent-Length: 6",
      "Transfer-Encoding: chunked",
      "Transfer-Encoding: chunked\r\nContent-Length: 3",
      "Transfer-Encoding: xchunked",
      "Expect: 100-continue",
      "Upgrade: websocket\r\nConnection: Upgrade",
      `X-Long: ${"y".repeat(random.pick([10, 20_000]))}`,
      " folded: 1",
      `${absurdText(random)}: ${absurdText(random)}`,
    ]),
    random.pick(["Content-Type: application/json", "Content-Type:", "X-Api-Key: x"]),
  ];
  const end = random.pick(["\r\n\r\n", "\n\n", "\r\n", ""]);
  const body = random.pick([
    "{}",
    "5\r\nhello\r\n0\r\n\r\n",
    "zz\r\n",
    "\u0000",
    JSON.stringify(absurd(random)),
  ]);
  if (random.chance(0.15)) return absurdBytes(random, 400);
  return Buffer.from(lines.join("\r\n") + end + body, random.pick(["utf8", "latin1"]));
}
