import { type HttpServer, startHttpServer } from "./http-server";

/** Keys of the vendor of the end-to-end tests begin with one of these; any other is refused. No real secrets. */
export const E2E_VENDOR = {
  accepted: "sk_test_e2e_right_",
  /** The vendor is down for these. */
  silent: "sk_test_e2e_silent_",
} as const;

/**
 * What the end-to-end tests need of Stripe and Cashfree: whether they accept a key. They have no payments, so every lookup
 * finds nothing.
 */
export function startE2eVendor(): Promise<HttpServer> {
  return startHttpServer(({ path, headers }, response) => {
    const isCashfree = path.startsWith("/pg/");
    const authorization = isCashfree ? headers["x-client-secret"] : headers.authorization;
    const key = String(authorization ?? "").replace(/^Bearer /, "");
    const isList = path.startsWith("/v1/checkout/sessions?");
    const status = key.startsWith(E2E_VENDOR.silent)
      ? 503
      : !key.startsWith(E2E_VENDOR.accepted)
        ? 401
        : isList
          ? 200
          : 404;
    const body =
      status === 200
        ? { object: "list", data: [], has_more: false, url: "/v1/checkout/sessions" }
        : isCashfree
          ? { message: "refused", code: "link_get_not_found", type: "invalid_request_error" }
          : {
              error: {
                type: "invalid_request_error",
                ...(status === 404 ? { code: "resource_missing" } : {}),
              },
            };
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
}
