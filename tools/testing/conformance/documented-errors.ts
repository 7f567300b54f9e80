import type { VendorDocument } from "../routing/documents/vendor-document";

/** Statuses that a `default` response stands for. */
const OTHERS = [409, 415, 429, 500, 503];

/**
 * Every error of an operation: each documented status in several bodies, and each issue that the document lists for it.
 */
export function documentedErrors(
  document: VendorDocument,
  method: string,
  path: string,
): { status: number; body: object }[] {
  return document.responsesOf(method, path).flatMap(({ status, schema }) => {
    const codes = status === "default" ? OTHERS : [Number(status)];
    const issues = document.issuesOf(schema);
    return codes
      .filter((code) => code >= 400)
      .flatMap((code) => [
        ...(["required_only", "everything", "unknown_enums", "extra_fields"] as const).map((variety) => ({
          status: code,
          body: document.responseBody(method, path, code, variety, 11) as object,
        })),
        ...(status === "default" ? [] : issues).map((issue) => ({
          status: code,
          body: {
            ...(document.responseBody(method, path, code, "everything", 11) as object),
            details: [{ issue }],
          },
        })),
      ]);
  });
}
