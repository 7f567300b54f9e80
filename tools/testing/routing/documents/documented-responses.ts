import type { VendorResponse, VendorRequest } from "../vendor-server";
import type { Variety } from "./generate";
import type { VendorDocument } from "./vendor-document";

type Documented = {
  responseBody(request: VendorRequest): VendorResponse;
  /** How the following answers vary. */
  vary(variety: Variety, seed: number): void;
  /** What the documents did not allow so far, in words. A test of the double ends with none. */
  problems: string[];
};

/**
 * Puts a vendor's documents between a double and its caller. A request that they do not allow is a problem, and so is an
 * answer of the double. A response is made from the document, and holds what the double says where it says something: a
 * field that the double leaves out varies, and one that it sets to undefined is left out. Without documents the double
 * answers for itself. `operations`: those that the double has.
 */
export function withDocuments(
  documents: readonly (VendorDocument | null)[],
  act: (request: VendorRequest) => VendorResponse,
  isOutside: (request: VendorRequest) => boolean,
  operations: readonly (readonly [method: string, path: string])[],
): Documented {
  const present = documents.flatMap((document) => (document === null ? [] : [document]));
  for (const document of present) document.prepare(operations);
  const problems: string[] = [];
  let variety: Variety = "random";
  let seed = 1;
  return {
    problems,
    vary(next, from) {
      variety = next;
      seed = from;
    },
    responseBody(request) {
      const own = act(request);
      if (isOutside(request) || present.length === 0) return own;
      const document = present.find((each) => each.has(request.method, request.path));
      if (document === undefined) {
        problems.push(`no document has ${request.method} ${request.path}`);
        return own;
      }
      // A request that the double turns away, such as one with wrong credentials, may be wrong.
      const isAccepted = own.status < 400;
      if (isAccepted) problems.push(...document.problemsOf(request));
      if (typeof own.body === "string") return own;
      seed += 1;
      const made = isAccepted
        ? document.responseBody(request.method, request.path, own.status, variety, seed)
        : {};
      const body = overlaid(made, own.body) as object;
      if (variety !== "unknown_enums" && variety !== "extra_fields") {
        problems.push(...document.responseProblems(request.method, request.path, own.status, body));
      }
      return { status: own.status, body };
    },
  };
}

/** The generated value with the double's on top; an array of the double is as long as the double says. */
export function overlaid(made: unknown, own: unknown): unknown {
  if (Array.isArray(own)) {
    const items: unknown[] = Array.isArray(made) ? made : [];
    return own.map((value, index) => overlaid(items[index], value));
  }
  if (typeof own !== "object" || own === null) return own;
  const base = isObject(made) ? { ...made } : {};
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined) Reflect.deleteProperty(base, name);
    else base[name] = overlaid(base[name], value);
  }
  return base;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
