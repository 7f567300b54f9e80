import { type Finding, ok, problem, warning } from "../finding";

export type PublicUrl = { variable: string; url: string };

/** Whether other machines cannot reach a host. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\.[0-9.]+|\[?::1\]?)$/.test(host);
}

/**
 * `urls`: the addresses that people and customers use, as far as they are set. `listensOn`: the addresses on which the
 * processes listen.
 */
export function checkPublicUrls(urls: readonly PublicUrl[], listensOn: readonly string[]): Finding[] {
  const check = "TLS";
  const isClosed = listensOn.every(isLoopback);
  if (urls.length === 0) {
    if (isClosed) return [ok(check, "only this machine reaches Paydeck")];
    return [
      warning(
        check,
        "other machines reach Paydeck, and no public address is set",
        "End TLS in a proxy, and set NEXTAUTH_URL and ROUTING_PUBLIC_URL to its https addresses.",
      ),
    ];
  }
  return urls.map(({ variable, url }) => {
    if (!URL.canParse(url)) {
      return problem(check, `${variable} is not an address`, `Set ${variable} to an https address.`);
    }
    const { protocol, hostname, origin } = new URL(url);
    if (protocol === "https:") return ok(check, `${variable} is ${origin}`);
    if (isLoopback(hostname)) {
      if (isClosed) return ok(check, `${variable} is ${origin}, which only this machine reaches`);
      return warning(
        check,
        `${variable} is ${origin}, but other machines reach Paydeck too`,
        `End TLS in a proxy, and set ${variable} to its https address; or let Paydeck listen on 127.0.0.1 only.`,
      );
    }
    return problem(
      check,
      `${variable} is ${origin}: passwords, sessions and customers' data are sent unencrypted`,
      `End TLS in a proxy, and set ${variable} to its https address.`,
    );
  });
}

/** The wire between dashboard and service is signed, but not encrypted without TLS. */
export function checkServiceUrl(url: string): Finding[] {
  if (!URL.canParse(url)) return [];
  const { protocol, hostname, origin } = new URL(url);
  if (protocol === "https:" || isLoopback(hostname)) return [];
  return [
    warning(
      "TLS",
      `ROUTING_BASE_URL is ${origin}: customers' data are sent unencrypted`,
      "Use https, unless the network between both is private.",
    ),
  ];
}
