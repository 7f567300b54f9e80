import { startVendorServer, type VendorServer } from "./vendor-server";

type FrontedAccount = {
  /** What the header that carries the key contains. */
  keys: () => readonly string[];
  double: VendorServer;
};

/**
 * One address for several accounts of a vendor, as the vendor itself has one: it passes a request to the double of the account
 * whose key it carries, and refuses every other key.
 */
export async function startVendorFront(accounts: readonly FrontedAccount[]): Promise<VendorServer> {
  return startVendorServer(async (request) => {
    const { authorization, "x-api-key": apiKey, "x-client-secret": secret } = request.headers;
    const key = String(authorization ?? apiKey ?? secret ?? "");
    const account = accounts.find(({ keys }) => keys().some((each) => key.endsWith(each)));
    if (account === undefined) return { status: 401, body: { error: { type: "invalid_request_error" } } };
    const { host: _host, "content-length": _length, connection: _connection, ...headers } = request.headers;
    const search = request.query.size === 0 ? "" : `?${request.query.toString()}`;
    const response = await fetch(`${account.double.url}${request.path}${search}`, {
      method: request.method,
      headers: headers as Record<string, string>,
      ...(request.method === "GET" ? {} : { body: request.body }),
    });
    return { status: response.status, body: (await response.json()) as object };
  });
}
