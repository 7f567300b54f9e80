import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { createGenerator, type Variety } from "./generate";
import { vendorDocumentsFolder } from "./env";
import type { Content, Operation, Parameter, RequestBody, Response, Source } from "./openapi";
import {
  bodyProblems,
  type DocumentedRequest,
  parameterProblems,
  securityProblems,
} from "./request-problems";
import { referenced, type Schema, type SchemaObject, type Schemas } from "./schema";
import { type Counts, countFor, noteMissing } from "./validated";
import { createValidator, type Validator } from "./validator";

/** One response that a document lists for an operation; `status` is a number, or `default`. */
export type DocumentedResponse = { operation: string; status: string; schema: Schema };

/** A vendor's OpenAPI document: it validates what a double receives and makes what it answers. */
export type VendorDocument = {
  /** How many requests and answers were validated. */
  counts: Counts;
  /** What the document does not allow in the request, in words; empty when it allows all of it. */
  problemsOf(request: DocumentedRequest): string[];
  /** What the document does not allow in a response. */
  responseProblems(method: string, path: string, status: number, body: unknown): string[];
  /** Compiles the schemas of these operations, so that a caller with a short timeout does not wait for it. */
  prepare(operations: readonly (readonly [method: string, path: string])[]): void;
  /** Whether the document has this operation. */
  has(method: string, path: string): boolean;
  /** Every documented response of an operation, such as `POST /payments`. */
  responsesOf(method: string, path: string): DocumentedResponse[];
  /** What the document does not allow in the body of one of the vendor's notifications. */
  notificationProblems(event: string, body: unknown): string[];
  /** The body of one of the vendor's notifications; null for an event that the document does not have. */
  notification(event: string, variety: Variety, seed: number): unknown;
  /** The values that a documented response lists for its fields named `issue`, the codes of PayPal's errors. */
  issuesOf(schema: Schema): string[];
  /** The values that one of the document's schemas lists for a property; empty where it lists none. */
  enumOf(schemaName: string, property: string): string[];
  /** A body of the operation's documented response; null for a response without a body. */
  responseBody(method: string, path: string, status: number, variety: Variety, seed: number): unknown;
  /** What the document does not allow in a value of one of its schemas. */
  valueProblems(schemaName: string, value: unknown): string[];
  /** A value of one of the document's schemas. */
  value(schemaName: string, variety: Variety, seed: number): unknown;
};

const METHODS = ["get", "post", "put", "patch", "delete"];

/** The path of a document or of a vendor's examples; null where the folder does not have it. */
export function vendorFile(name: string): string | null {
  const path = join(vendorDocumentsFolder(), name);
  if (existsSync(path)) return path;
  noteMissing(name);
  return null;
}

/** For the name of a skipped test: why it is skipped. */
export function skippedWithout(name: string): string {
  return vendorFile(name) === null ? ` (skipped: ${name} is not in the folder of vendors' documents)` : "";
}

const loaded = new Map<string, Source>();

/**
 * Reads a document of the folder; null where it is missing. `basePath`: what the double's paths have before the
 * document's.
 */
export function loadVendorDocument(name: string, basePath = ""): VendorDocument | null {
  const path = vendorFile(name);
  if (path === null) return null;
  let source = loaded.get(path);
  if (source === undefined) {
    const text = readFileSync(path, "utf8");
    source = (path.endsWith(".json") ? JSON.parse(text) : parse(text, { maxAliasCount: -1 })) as Source;
    loaded.set(path, source);
  }
  return createVendorDocument(source, basePath, countFor(name));
}

/** `counts`: where to count; the document's own unless given. */
export function createVendorDocument(
  source: Source,
  basePath = "",
  counts: Counts = { requests: 0, responses: 0 },
): VendorDocument {
  const { inRequests, inResponses } = validatorsOf(source);
  const responseSchemas = source.components.schemas;

  function find(
    method: string,
    path: string,
  ): { name: string; operation: Operation; shared: Parameter[] } | null {
    if (!path.startsWith(basePath)) return null;
    const own = path.slice(basePath.length);
    for (const [template, item] of Object.entries(source.paths ?? {})) {
      const operation = METHODS.includes(method.toLowerCase()) ? item[method.toLowerCase()] : undefined;
      if (operation === undefined || !matcherOf(template).test(own)) continue;
      return { name: `${method} ${template}`, operation, shared: item.parameters ?? [] };
    }
    return null;
  }

  function parametersOf(operation: Operation, shared: Parameter[]): Parameter[] {
    return [...shared, ...(operation.parameters ?? [])].map((parameter) => {
      const name = parameter.$ref?.split("/").at(-1);
      return name === undefined ? parameter : (source.components.parameters?.[name] ?? parameter);
    });
  }

  function responseOf(operation: Operation, status: number): Response | null {
    const found = operation.responses?.[String(status)] ?? operation.responses?.default;
    const name = found?.$ref?.split("/").at(-1);
    return (name === undefined ? found : source.components.responses?.[name]) ?? null;
  }

  function requestBodyOf({ requestBody }: Operation): RequestBody | undefined {
    const name = requestBody?.$ref?.split("/").at(-1);
    return name === undefined ? requestBody : source.components.requestBodies?.[name];
  }

  const notificationSchema = (event: string): Schema | null =>
    jsonSchema(source.webhooks?.[`/${event}`]?.post?.requestBody?.content);

  return {
    counts,
    problemsOf(request) {
      counts.requests += 1;
      const found = find(request.method, request.path);
      if (found === null) return [`the document has no ${request.method} ${request.path}`];
      const parameters = parametersOf(found.operation, found.shared);
      return [
        ...parameterProblems(request, parameters, inRequests),
        ...securityProblems(request, found.operation.security ?? source.security ?? [], source),
        ...bodyProblems(request, requestBodyOf(found.operation), inRequests),
      ].map((problem) => `${found.name}: ${problem}`);
    },
    responseProblems(method, path, status, body) {
      counts.responses += 1;
      const found = find(method, path);
      const response = found === null ? null : responseOf(found.operation, status);
      if (found === null || response === null) return [`the document has no ${status} for ${method} ${path}`];
      const schema = jsonSchema(response.content);
      if (schema === null) return [];
      return inResponses.problems(schema, body).map((problem) => `${found.name} ${status}: ${problem}`);
    },
    prepare(operations) {
      for (const [method, path] of operations) {
        const found = find(method, path);
        if (found === null) continue;
        const body = jsonSchema(requestBodyOf(found.operation)?.content);
        if (body !== null) inRequests.problems(body, {});
        for (const status of Object.keys(found.operation.responses ?? {})) {
          const schema = jsonSchema(responseOf(found.operation, Number(status))?.content);
          if (schema !== null) inResponses.problems(schema, {});
        }
      }
    },
    has: (method, path) => find(method, path) !== null,
    responsesOf(method, path) {
      const found = find(method, path);
      if (found === null) return [];
      return Object.entries(found.operation.responses ?? {}).flatMap(([status]) => {
        const response = responseOf(found.operation, Number(status));
        const schema = jsonSchema(response?.content);
        return schema === null ? [] : [{ operation: found.name, status, schema }];
      });
    },
    notificationProblems(event, body) {
      counts.requests += 1;
      const schema = notificationSchema(event);
      if (schema === null) return [`the document has no ${event}`];
      return inResponses.problems(schema, body).map((problem) => `${event}: ${problem}`);
    },
    notification(event, variety, seed) {
      const schema = notificationSchema(event);
      return schema === null ? null : createGenerator(responseSchemas, variety, seed)(schema);
    },
    enumOf(schemaName, property) {
      const schema = responseSchemas[schemaName];
      const properties = typeof schema === "object" ? (schema.properties as Schemas | undefined) : undefined;
      const listed = properties?.[property];
      return typeof listed === "object" ? ((listed.enum ?? []) as string[]) : [];
    },
    issuesOf: (schema) => [...new Set(issuesIn(schema, responseSchemas, 0))],
    responseBody(method, path, status, variety, seed) {
      const found = find(method, path);
      const response = found === null ? null : responseOf(found.operation, status);
      const schema = jsonSchema(response?.content);
      return schema === null ? null : createGenerator(responseSchemas, variety, seed)(schema);
    },
    valueProblems(schemaName, value) {
      counts.responses += 1;
      return inResponses.problems({ $ref: `#/components/schemas/${schemaName}` }, value);
    },
    value: (schemaName, variety, seed) =>
      createGenerator(responseSchemas, variety, seed)({ $ref: `#/components/schemas/${schemaName}` }),
  };
}

const validators = new WeakMap<Source, { inRequests: Validator; inResponses: Validator }>();

/** One pair for a document: compiling the schemas of a large one takes a second. */
function validatorsOf(source: Source): { inRequests: Validator; inResponses: Validator } {
  const { schemas } = source.components;
  const known = validators.get(source) ?? {
    inRequests: createValidator("request", schemas),
    inResponses: createValidator("answer", schemas),
  };
  validators.set(source, known);
  return known;
}

function matcherOf(template: string): RegExp {
  const parts = template
    .split("/")
    .map((part) => (/^\{.+\}$/.test(part) ? "[^/]+" : part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return new RegExp(`^${parts.join("/")}$`);
}

function issuesIn(schema: unknown, schemas: Schemas, depth: number): string[] {
  if (typeof schema !== "object" || schema === null || depth > 20) return [];
  const name = referenced(schema as SchemaObject);
  if (name !== null) return issuesIn(schemas[name], schemas, depth + 1);
  return Object.entries(schema).flatMap(([key, value]) =>
    key === "issue"
      ? (((value as SchemaObject).enum ?? []) as string[])
      : issuesIn(value, schemas, depth + 1),
  );
}

function jsonSchema(content: Content | undefined): Schema | null {
  return content?.["application/json"]?.schema ?? null;
}
