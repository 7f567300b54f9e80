import type { ErrorShape } from "@/lib/contract/endpoints";
import {
  authErrorSchema,
  fieldListErrorSchema,
  messageDataErrorSchema,
  messageErrorSchema,
  opsErrorSchema,
} from "@/lib/contract/responses";
import type { Header, JsonSchema, ResponseObject } from "./document-types";
import { type SharedSchemas, toJsonSchema } from "./json-schema";

/** The five shapes of a refusal: four of specification 7, and that of the ops extension. */
export type RefusalShape = ErrorShape | "detail" | "ops";

const SHAPES = {
  detail: { name: "Detail", schema: authErrorSchema },
  message: { name: "MessageRefusal", schema: messageErrorSchema },
  message_data: { name: "MessageDataRefusal", schema: messageDataErrorSchema },
  field_list: { name: "FieldListRefusal", schema: fieldListErrorSchema },
  ops: { name: "OpsRefusal", schema: opsErrorSchema },
} as const satisfies Record<RefusalShape, object>;

/** Adds the shapes of refusals to the document and returns their references. */
export function shareRefusals(shared: SharedSchemas): Record<RefusalShape, JsonSchema> {
  const share = (shape: RefusalShape): JsonSchema => {
    const { name, schema } = SHAPES[shape];
    return shared.add(name, toJsonSchema(schema, name, shared));
  };
  return {
    detail: share("detail"),
    message: share("message"),
    message_data: share("message_data"),
    field_list: share("field_list"),
    ops: share("ops"),
  };
}

export function refusal(
  schema: JsonSchema,
  description: string,
  example?: object,
  headers?: Record<string, Header>,
): ResponseObject {
  return {
    description,
    ...(headers === undefined ? {} : { headers }),
    content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } },
  };
}

const RETRY_AFTER: Header = {
  description: "Seconds to wait before the next attempt.",
  schema: { type: "integer", minimum: 1 },
};
const ALLOW: Header = { description: "The method that the address takes.", schema: { type: "string" } };

const INVALID_HASH = { detail: "Invalid authentication hash." };

const listed = (accesses: readonly string[]): string =>
  accesses.map((access) => `\`${access}\``).join(" or ");

/** Refusals that every operation has (decisions 0026 and 0215). */
export function commonRefusals(
  schema: JsonSchema,
  detail: JsonSchema,
  kind: { hasBody: boolean; proof: string; closedTo: readonly string[] },
): Record<string, ResponseObject> {
  return {
    401: refusal(detail, `The key is unknown, expired or revoked, or ${kind.proof} is wrong.`, INVALID_HASH),
    ...(kind.closedTo.length > 0
      ? { 403: refusal(schema, `The access of the key is ${listed(kind.closedTo)}.`) }
      : {}),
    405: refusal(schema, "Another method was used.", undefined, { Allow: ALLOW }),
    ...(kind.hasBody
      ? {
          413: refusal(schema, "The body is larger than 65536 bytes."),
          415: refusal(schema, "Content-Type is not application/json in UTF-8, or the body is compressed."),
        }
      : {}),
    429: refusal(
      schema,
      "The key has sent more than its limit allows, or its source too many requests that failed the proof. While refunds are held " +
        "after a restore, every refund gets this answer too.",
      undefined,
      {
        "Retry-After": RETRY_AFTER,
      },
    ),
    500: refusal(schema, "A fault of the service; `request_id` names it in the service's logs."),
    503: refusal(schema, "The service cannot reach its database; try again.", undefined, {
      "Retry-After": RETRY_AFTER,
    }),
  };
}
