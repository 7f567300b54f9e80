import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { z } from "zod";
import type { Json } from "./absurd";

/** An operation of the service, read only from the OpenAPI document that it serves. */
export type Operation = {
  name: string;
  method: "GET" | "POST";
  path: string;
  example: Json | null;
  /** The error of a response body for its status; null when there is none. */
  faultOf(status: number, body: unknown): string | null;
};

const holderSchema = z.object({
  content: z.object({
    "application/json": z.object({
      schema: z.record(z.string(), z.unknown()),
      example: z.unknown().optional(),
    }),
  }),
});
const operationSchema = z.object({
  operationId: z.string(),
  requestBody: holderSchema.optional(),
  responses: z.record(z.string(), holderSchema),
});
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.record(z.string(), z.unknown()),
});

const DOCUMENT_ID = "https://paydeck.prove/openapi.json";

/** Objects are closed: a response with an undocumented field does not match. */
export function documentedOperations(document: unknown): Operation[] {
  const { paths, components } = documentSchema.parse(document);
  const ajv = new Ajv2020({ allErrors: false, strictSchema: false });
  addFormats(ajv);
  ajv.addSchema({ $id: DOCUMENT_ID, components: closed(components) as Record<string, unknown> });
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const validators = new Map<number, ValidateFunction>(
        Object.entries(operation.responses).map(([status, holder]) => [
          Number.parseInt(status, 10),
          ajv.compile(closed(holder.content["application/json"].schema) as Record<string, unknown>),
        ]),
      );
      return {
        name: operation.operationId,
        method: method === "get" ? "GET" : "POST",
        path,
        example: (operation.requestBody?.content["application/json"].example ?? null) as Json,
        faultOf(status: number, body: unknown) {
          const validate = validators.get(status);
          if (validate === undefined) return `status ${status} is not documented`;
          return validate(body) ? null : `${status} is not as documented: ${ajv.errorsText(validate.errors)}`;
        },
      };
    }),
  );
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, item]): [string, unknown] =>
      key === "$ref" && typeof item === "string" ? [key, DOCUMENT_ID + item] : [key, closed(item)],
    ),
  );
  return "properties" in inner && "additionalProperties" in inner
    ? { ...inner, additionalProperties: false }
    : inner;
}
