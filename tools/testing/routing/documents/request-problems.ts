import type { IncomingHttpHeaders } from "node:http";
import type { Parameter, RequestBody, Source } from "./openapi";
import type { Validator } from "./validator";

/** A request as a double received it. */
export type DocumentedRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
};
export function parameterProblems(
  { headers, query, path }: DocumentedRequest,
  parameters: Parameter[],
  validator: Validator,
): string[] {
  const known = new Set(parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name));
  const unknown = [...query.keys()].filter((name) => !known.has(name));
  const wrong = parameters.flatMap((parameter) => {
    if (parameter.in === "path") return path.includes("//") ? [`${parameter.name} is empty`] : [];
    const given =
      parameter.in === "query" ? query.get(parameter.name) : headers[parameter.name.toLowerCase()];
    if (given === null || given === undefined) {
      return parameter.required === true ? [`${parameter.name} is missing`] : [];
    }
    return validator
      .problems(parameter.schema ?? true, given)
      .map((problem) => `${parameter.name}: ${problem.replace("the body", "it")}`);
  });
  return [...unknown.map((name) => `the document has no query parameter ${name}`), ...wrong];
}

/** One of the operation's schemes has to be used: a key's header, basic or bearer credentials. */
export function securityProblems(
  { headers }: DocumentedRequest,
  security: Record<string, unknown>[],
  source: Source,
): string[] {
  const authorization = headers.authorization ?? "";
  const isUsed = (name: string): boolean => {
    const scheme = source.components.securitySchemes?.[name];
    if (scheme?.type === "apiKey" && scheme.in === "header") {
      return headers[(scheme.name ?? "").toLowerCase()] !== undefined;
    }
    if (scheme?.type === "http" && scheme.scheme === "basic") return authorization.startsWith("Basic ");
    return authorization.startsWith("Bearer ");
  };
  if (security.length === 0 || security.some((needed) => Object.keys(needed).every(isUsed))) return [];
  return ["it carries no documented credentials"];
}

export function bodyProblems(
  { headers, body }: DocumentedRequest,
  requestBody: RequestBody | undefined,
  validator: Validator,
): string[] {
  const content = requestBody?.content;
  if (content === undefined) return body === "" ? [] : ["it has a body, and the document has none"];
  if (body === "") return requestBody?.required === true ? ["the body is missing"] : [];
  const type = headers["content-type"]?.split(";")[0] ?? "";
  if (content[type] === undefined) return [`the content type ${type} is not documented`];
  const schema = content[type].schema;
  if (schema === undefined) return [];
  try {
    return validator.problems(schema, JSON.parse(body));
  } catch {
    return ["the body is no JSON"];
  }
}
