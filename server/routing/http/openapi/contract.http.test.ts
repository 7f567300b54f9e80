import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPS, type OpsName } from "@/lib/contract/ops";
import { accessesWith } from "@/lib/keys/allowed-calls";
import { KEY_ACCESSES, type KeyAccess } from "@/lib/keys/key-access";
import { projectRoot } from "@/server/platform/root";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { DRIVERS } from "@/tools/testing/routing/drivers";
import {
  createSchemaCheck,
  type DocumentedOperation,
  documentedOperations,
  type SchemaCheck,
} from "@/tools/testing/routing/drivers/document-checks";
import type { Sent, World } from "@/tools/testing/routing/drivers/driver";
import { EXAMPLE_STRIPE } from "@/tools/testing/routing/drivers/gateway-accounts";
import { ExampleRecorder } from "@/tools/testing/routing/drivers/example-recorder";
import { MerchantCode, type Reply } from "@/tools/testing/routing/merchant-code";
import { startTestService } from "@/tools/testing/routing/service";
import { startStripeDouble, type StripeDouble } from "@/tools/testing/routing/stripe-double";
import { startWebhookReceiver } from "@/tools/testing/routing/webhook-receiver";

/** The operations that a client of the document expects; the document must name exactly these. */
const SPECIFIED = [
  "initiate_payment",
  "transaction_status",
  "transaction_cancel",
  "refund_initiate",
  "refund_status",
];
const NAMES = [...SPECIFIED, ...Object.keys(OPS)];

/** The hashed fields of each endpoint (specification 5). */
const HASHED: Record<string, string[]> = {
  initiate_payment: ["merchant_transaction_id", "transaction_amount"],
  transaction_status: ["merchant_transaction_id"],
  transaction_cancel: ["merchant_transaction_id"],
  refund_initiate: ["transaction_id", "refund_amount"],
  refund_status: ["refund_id"],
};

/** Refusals of single operations that no driver causes, and what tests them instead. */
const NOT_DRIVEN = [
  // A first request that is still in progress: idempotency.http.test.ts.
  "initiate_payment 409",
  "refund_initiate 409",
  // More than 10,000 deliveries in a range.
  "webhooks.replay_range 422",
];

let world: World;
let stripe: StripeDouble;
let document: unknown;
let operations: Map<string, DocumentedOperation>;
let checkRequest: SchemaCheck;
let checkResponse: SchemaCheck;
const driven = new Set<string>();
let recorder: ExampleRecorder;

beforeAll(async () => {
  stripe = await startStripeDouble(EXAMPLE_STRIPE);
  const service = await startTestService({ STRIPE_API_BASE: stripe.url });
  const receiver = await startWebhookReceiver();
  world = { service, receiver, newMerchant };
  document = await (await fetch(`${service.baseUrl}/openapi.json`)).json();
  operations = new Map(documentedOperations(document).map((found) => [found.operationId, found]));
  checkRequest = createSchemaCheck(document, { closed: false });
  checkResponse = createSchemaCheck(document, { closed: true });
  recorder = new ExampleRecorder(service.baseUrl, receiver.url);
});
afterAll(async () => {
  await world.receiver.stop();
  await world.service.stop();
  await stripe.close();
  if (process.env.UPDATE_EXAMPLES === "1") {
    writeFileSync(join(projectRoot(), "server/routing/http/openapi/examples.json"), recorder.text());
  }
});

const newMerchant = (): Promise<MerchantCode> => addMerchant(world.service);

/** A key of the merchant with this access. */
async function restrictedKey(merchant: MerchantCode, access: KeyAccess): Promise<MerchantCode> {
  const body = { label: "Shop", access };
  const { key, salt } = (await merchant.ops("POST", "/v1/ops/keys/create", body)).json as {
    key: { api_key: string };
    salt: string;
  };
  return new MerchantCode(merchant.baseUrl, key.api_key, salt);
}

function documented(name: string): DocumentedOperation {
  const operation = operations.get(name);
  if (operation === undefined) throw new Error(`the document does not have ${name}`);
  return operation;
}

/** Signs and sends a request of an operation, with either scheme. */
function send(operation: DocumentedOperation, sent: Omit<Sent, "expect">): Promise<Reply> {
  const { operationId, method, path } = operation;
  const merchant = sent.as ?? world.service.merchant;
  const fields = HASHED[operationId];
  if (fields === undefined) return merchant.ops(method, path, sent.body);
  const body = sent.body ?? {};
  return merchant.send(
    path,
    body,
    fields.map((field) => String(body[field])),
    sent.headers,
  );
}

/** Checks a response against the document: its status, its headers and every field of its body. */
function holdResponse(operation: DocumentedOperation, reply: Reply): void {
  const schema = operation.responseSchemas.get(reply.status);
  const place = `${operation.operationId} ${reply.status}`;
  if (schema === undefined) throw new Error(`${place} is not documented: ${reply.text}`);
  expect([place, checkResponse(schema, reply.json), reply.text]).toEqual([place, null, reply.text]);
  expect(reply.headers.get("content-type")).toContain("application/json");
  for (const header of operation.headersOf(reply.status)) {
    // This header is present only for a replayed response.
    if (header !== "Idempotency-Replayed") expect([place, reply.headers.has(header)]).toEqual([place, true]);
  }
  driven.add(place);
}

test("the document is valid OpenAPI 3.1, and every schema in it compiles", async () => {
  const { valid, errors } = await new Validator().validate(document as Record<string, unknown>);
  expect([valid, errors ?? []]).toEqual([true, []]);
  for (const { requestSchema, responseSchemas } of operations.values()) {
    if (requestSchema !== null) checkRequest(requestSchema, {});
    for (const schema of responseSchemas.values()) checkResponse(schema, {});
  }
});

test("the document has the five endpoints and every operation that capabilities lists, and each has a driver", async () => {
  const capabilities = await world.service.merchant.ops("GET", "/v1/ops/capabilities");
  const { operations: listed } = capabilities.json as { operations: string[] };
  const names = [...operations.keys()].sort();
  expect(names).toEqual([...SPECIFIED, "capabilities", ...listed].sort());
  expect(Object.keys(DRIVERS).sort()).toEqual(names);
});

describe("every operation, driven", () => {
  test.each(NAMES)("%s answers success and its refusals as the document says", async (name) => {
    const operation = documented(name);
    const statuses: number[] = [];
    const drive = DRIVERS[name];
    if (drive === undefined) throw new Error(`${name} has no driver`);
    await drive(async <T>(sent: Sent): Promise<T> => {
      const reply = await send(operation, sent);
      expect([name, sent.body, reply.status, reply.text]).toEqual([name, sent.body, sent.expect, reply.text]);
      holdResponse(operation, reply);
      if (reply.status < 300 && operation.requestSchema !== null) {
        expect([name, checkRequest(operation.requestSchema, sent.body)]).toEqual([name, null]);
      }
      if (reply.status < 300) recorder.note(name, sent.body, reply.json);
      statuses.push(reply.status);
      return reply.json as T;
    }, world);
    expect(statuses.some((status) => status < 300)).toBe(true);
    if (operation.requestSchema !== null) expect(statuses.some((status) => status >= 400)).toBe(true);
  });

  test("no refusal of an operation's own is left out but those that are named", () => {
    const own = [...operations.values()].flatMap(({ operationId, responseSchemas }) =>
      [400, 404, 409, 422].filter((status) => responseSchemas.has(status)).map((s) => `${operationId} ${s}`),
    );
    expect(own.filter((place) => !driven.has(place)).sort()).toEqual([...NOT_DRIVEN].sort());
  });
});

describe("refusals that every operation has", () => {
  test.each(NAMES)("%s: proof, method, type, size and limit", async (name) => {
    const operation = documented(name);
    const { method, path } = operation;
    const { merchant } = world.service;
    const raw = (request: Parameters<MerchantCode["raw"]>[1]): Promise<Reply> =>
      merchant.raw(path, { method, ...request });
    const json = { "Content-Type": "application/json" };
    const body = method === "GET" ? {} : { body: "{}" };

    const unknownKey = await raw({ ...body, headers: { ...json, "X-API-Key": "nobody" } });
    expect(unknownKey.status).toBe(401);
    holdResponse(operation, unknownKey);
    const forger = new MerchantCode(merchant.baseUrl, merchant.apiKey, "test_salt_guessed");
    const hashed = Object.fromEntries((HASHED[name] ?? []).map((field) => [field, "1.00"]));
    const forged = await send(operation, { body: hashed, as: forger });
    expect(forged.status).toBe(401);
    holdResponse(operation, forged);

    const owner = await newMerchant();
    const open = accessesWith(name as OpsName);
    for (const access of KEY_ACCESSES.filter((each) => each !== "all")) {
      const as = await restrictedKey(owner, access);
      const restricted = await send(operation, { ...(method === "GET" ? {} : { body: hashed }), as });
      const isClosed = name !== "capabilities" && !open.includes(access);
      expect([access, restricted.status === 403]).toEqual([access, isClosed]);
      holdResponse(operation, restricted);
    }

    const otherMethod = await raw({ method: method === "GET" ? "POST" : "GET", headers: json });
    expect([otherMethod.status, otherMethod.headers.get("allow")]).toEqual([405, method]);
    holdResponse(operation, otherMethod);
    if (method === "POST") {
      const wrongType = await raw({ body: "{}", headers: { "Content-Type": "text/plain" } });
      expect(wrongType.status).toBe(415);
      holdResponse(operation, wrongType);
      const tooLarge = await raw({ body: " ".repeat(64 * 1024 + 1), headers: json });
      expect(tooLarge.status).toBe(413);
      holdResponse(operation, tooLarge);
    }

    const slow = await newMerchant();
    await world.service.db.query(
      `update api_keys set rate_per_second = 1, rate_burst = 1 where api_key = $1`,
      [slow.apiKey],
    );
    const authenticated = { ...(method === "GET" ? {} : { body: hashed }), as: slow };
    await send(operation, authenticated);
    const limited = await send(operation, authenticated);
    expect(limited.status).toBe(429);
    holdResponse(operation, limited);
  });
});

test("the document's examples are exchanges that its own schemas accept, one of every operation", () => {
  const { paths } = document as { paths: Record<string, Record<string, { operationId: string }>> };
  const examples = new Map(
    Object.values(paths)
      .flatMap((item) => Object.values(item))
      .map((operation) => [operation.operationId, examplesIn(operation)] as const),
  );
  for (const operation of operations.values()) {
    const example = examples.get(operation.operationId);
    const { operationId, requestSchema } = operation;
    const success = operation.responseSchemas.get(200) ?? operation.responseSchemas.get(201);
    if (example === undefined || success === undefined) throw new Error(`${operationId} has no example`);
    expect([operationId, checkResponse(success, example.response)]).toEqual([operationId, null]);
    if (requestSchema === null) continue;
    expect([operationId, checkRequest(requestSchema, example.request)]).toEqual([operationId, null]);
  }
});

function examplesIn(operation: unknown): { request: unknown; response: unknown } {
  type Content = { content: { "application/json": { example?: unknown } } };
  const { requestBody, responses } = operation as {
    requestBody?: Content;
    responses: Record<string, Content>;
  };
  const success = responses[200] ?? responses[201];
  return {
    request: requestBody?.content["application/json"].example,
    response: success?.content["application/json"].example,
  };
}
