import { createServer } from "node:http";

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
export async function startE2eVendor(): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const isCashfree = request.url?.startsWith("/pg/") === true;
    const authorization = isCashfree ? request.headers["x-client-secret"] : request.headers.authorization;
    const key = String(authorization ?? "").replace(/^Bearer /, "");
    const isList = request.url?.startsWith("/v1/checkout/sessions?") === true;
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
    request.resume();
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port was given");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
