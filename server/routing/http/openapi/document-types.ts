/** The part of OpenAPI 3.1 that the service's document uses. */

export type JsonSchema = { readonly [keyword: string]: unknown };

export type MediaType = { schema: JsonSchema; example?: unknown };
export type Header = { description: string; schema: JsonSchema };
export type ResponseObject = {
  description: string;
  headers?: Record<string, Header>;
  content: { "application/json": MediaType };
};
export type ParameterObject = {
  name: string;
  in: "header";
  required: boolean;
  description: string;
  schema: JsonSchema;
};
export type OperationObject = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, never[]>[];
  parameters: ParameterObject[];
  requestBody?: { required: true; content: { "application/json": MediaType } };
  responses: Record<string, ResponseObject>;
};
export type PathItem = Partial<Record<"get" | "post", OperationObject>>;

export type SecurityScheme = { type: "apiKey"; in: "header"; name: string; description: string };

export type WebhookObject = {
  post: {
    operationId: string;
    summary: string;
    description: string;
    tags: string[];
    requestBody: { required: true; content: { "application/json": MediaType } };
    responses: Record<string, { description: string }>;
  };
};

export type OpenApiDocument = {
  openapi: "3.1.0";
  jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, WebhookObject>;
  components: {
    securitySchemes: Record<string, SecurityScheme>;
    schemas: Record<string, JsonSchema>;
  };
};
