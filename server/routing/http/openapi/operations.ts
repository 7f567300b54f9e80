import { OPS, type OpsName } from "@/lib/contract/ops";
import type { OpsOperation } from "@/lib/contract/ops/operation";
import { ENDPOINTS, type EndpointName } from "@/lib/contract/endpoints";
import { accessesWith } from "@/lib/keys/allowed-calls";
import { KEY_ACCESSES } from "@/lib/keys/key-access";
import type {
  JsonSchema,
  MediaType,
  OperationObject,
  ParameterObject,
  ResponseObject,
} from "./document-types";
import { type SharedSchemas, toJsonSchema } from "./json-schema";
import { commonRefusals, refusal, type RefusalShape } from "./refusals";
import { SPECIFIED_OPERATIONS } from "./specified-operations";
import { IDEMPOTENCY_HEADER, REQUEST_ID_HEADER, SPECIFIED_TAG, TAG_OF_AREA } from "./texts";
import recorded from "./examples.json";

/** What the builders of the document share. */
export type Workshop = { shared: SharedSchemas; refusals: Record<RefusalShape, JsonSchema> };

const REQUEST_ID: ParameterObject = {
  ...REQUEST_ID_HEADER,
  in: "header",
  required: false,
  schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,64}$" },
};
const IDEMPOTENCY_KEY: ParameterObject = {
  ...IDEMPOTENCY_HEADER,
  in: "header",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

/** One of the five endpoints, built from the schemas of `lib/contract`. */
export function specifiedOperation(name: EndpointName, { shared, refusals }: Workshop): OperationObject {
  const operation = SPECIFIED_OPERATIONS[name];
  const schema = refusals[ENDPOINTS[name].errorShape];
  const own = Object.entries(operation.refusals).map(([status, description]): [string, ResponseObject] => [
    status,
    refusal(schema, description),
  ]);
  return {
    operationId: name,
    summary: operation.summary,
    description: operation.description,
    tags: [SPECIFIED_TAG],
    security: [{ ApiKey: [], Hash: [] }],
    parameters: operation.isIdempotent ? [IDEMPOTENCY_KEY, REQUEST_ID] : [REQUEST_ID],
    requestBody: body(toJsonSchema(operation.request, `${name}_request`, shared), exampleOf(name)?.request),
    responses: {
      [operation.success.status]: {
        description: operation.success.description,
        ...(operation.isIdempotent ? { headers: { "Idempotency-Replayed": REPLAYED } } : {}),
        content: json(
          toJsonSchema(operation.success.schema, `${name}_response`, shared),
          exampleOf(name)?.response,
        ),
      },
      ...Object.fromEntries(own),
      ...(operation.isIdempotent
        ? {
            409: refusal(schema, "A request with this Idempotency-Key is still in progress."),
            422: refusal(schema, "This Idempotency-Key was used with another body."),
          }
        : {}),
      ...commonRefusals(schema, refusals.detail, {
        hasBody: true,
        proof: "the hash",
        closedTo: accessesWithout(name),
      }),
    },
  };
}

function accessesWithout(name: EndpointName | OpsName): readonly string[] {
  const open = accessesWith(name);
  return KEY_ACCESSES.filter((access) => !open.includes(access));
}

const REPLAYED = {
  description: "`true` when this is the answer of an earlier request with the same Idempotency-Key.",
  schema: { type: "string", const: "true" },
};

/** One operation of the ops extension, built from the schemas that validate it. */
export function opsOperation(name: OpsName, { shared, refusals }: Workshop): OperationObject {
  const operation: OpsOperation = OPS[name];
  const own = Object.entries(operation.refusals).map(([status, description]): [string, ResponseObject] => [
    status,
    refusal(refusals.ops, description),
  ]);
  const area = name.split(".", 1)[0] ?? name;
  const tag = TAG_OF_AREA[area];
  if (tag === undefined) throw new Error(`the API's document has no tag for the operations of "${area}"`);
  const { request } = operation;
  return {
    operationId: name,
    summary: operation.summary,
    tags: [tag],
    security: [{ ApiKey: [], OpsTimestamp: [], OpsSignature: [] }],
    parameters: [REQUEST_ID],
    ...(request === null
      ? {}
      : { requestBody: body(toJsonSchema(request, `${name}_request`, shared), exampleOf(name)?.request) }),
    responses: {
      200: {
        description: "Done.",
        content: json(
          toJsonSchema(operation.response, `${name}_response`, shared),
          exampleOf(name)?.response,
        ),
      },
      ...(request === null
        ? {}
        : {
            400: refusal(
              refusals.ops,
              "The body is not JSON, or fields are missing or wrong: all of them are named.",
            ),
          }),
      ...Object.fromEntries(own),
      ...commonRefusals(refusals.ops, refusals.detail, {
        hasBody: request !== null,
        proof: "the signature",
        closedTo: name === "capabilities" ? [] : accessesWithout(name),
      }),
    },
  };
}

function json(schema: JsonSchema, example: unknown): { "application/json": MediaType } {
  return { "application/json": { schema, ...(example === undefined ? {} : { example }) } };
}

function body(
  schema: JsonSchema,
  example: unknown,
): { required: true; content: { "application/json": MediaType } } {
  return { required: true, content: json(schema, example) };
}

/** One exchange with the real service: the request, if any, and the response. */
type Example = { request?: unknown; response: unknown };

/**
 * Recorded by the contract test from the service itself (see `docs/api.md`), with salts and secrets made unreadable;
 * the test checks each against the schemas of its operation.
 */
const EXAMPLES: Readonly<Record<string, Example>> = recorded;

function exampleOf(operationId: string): Example | undefined {
  return EXAMPLES[operationId];
}
