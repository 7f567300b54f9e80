import type { Schema, Schemas } from "./schema";

/** The parts of an OpenAPI document that are read. */
export type Parameter = { name: string; in: string; required?: boolean; schema?: Schema; $ref?: string };
export type Content = Record<string, { schema?: Schema }>;
export type Response = { content?: Content; $ref?: string };
export type RequestBody = { content?: Content; required?: boolean; $ref?: string };
export type Operation = {
  parameters?: Parameter[];
  requestBody?: RequestBody;
  responses?: Record<string, Response>;
  security?: Record<string, unknown>[];
};
export type Source = {
  servers?: { url: string }[];
  security?: Record<string, unknown>[];
  paths?: Record<string, Record<string, Operation> & { parameters?: Parameter[] }>;
  webhooks?: Record<string, { post?: Operation }>;
  components: {
    schemas: Schemas;
    parameters?: Record<string, Parameter>;
    responses?: Record<string, Response>;
    requestBodies?: Record<string, RequestBody>;
    securitySchemes?: Record<string, { type: string; name?: string; in?: string; scheme?: string }>;
  };
};
