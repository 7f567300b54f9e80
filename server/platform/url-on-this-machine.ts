const ANY_ADDRESS: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Where a program of this machine reaches what listens on `host`, which may stand for all addresses. */
export function urlOnThisMachine(host: string, port: number): string {
  const address = ANY_ADDRESS[host] ?? host;
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}
