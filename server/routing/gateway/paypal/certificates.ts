import { X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";
import type { Clock } from "@/server/platform/clock";
import { GatewayUnavailable } from "../port";
import { withinTimeLimit } from "../time-limit";
import { paypalAddress, type PayPalOptions } from "./client";

/**
 * The public key of PayPal's certificate at an address; null for an address or a certificate that is not PayPal's. `isDoubted`: the
 * source has sent much that was forged.
 */
export type PayPalKeys = (
  certificateUrl: string,
  options?: { isDoubted: boolean },
) => Promise<X509Certificate | null>;

const PATH = /^\/v1\/notifications\/certs\/[A-Za-z0-9_-]{1,200}$/;
const HOSTS = {
  live: ["api.paypal.com", "api-m.paypal.com"],
  sandbox: ["api.sandbox.paypal.com", "api-m.sandbox.paypal.com"],
};
const MAX_BYTES = 64 * 1024;
const MAX_STORED = 20;
/** The address comes from whoever sends a request, so strangers must not make many calls to PayPal. */
const FETCHES_AT_ONCE = 2;
/** A forger may have the source of PayPal, whose notifications must still be read in one of its attempts of three days. */
const FETCHES_OF_DOUBTED_SOURCES = 1;
const FAILED_FOR_MS = 60_000;
const MAX_FAILED = 1_000;
const MAX_DEPTH = 5;

/**
 * Fetches PayPal's certificates and checks each one's chain up to a root that Node trusts. The address comes with an
 * unverified request, so only PayPal's own hosts and path are called, each address once at a time, and two at once in all, of doubted sources one.
 * Throws `GatewayUnavailable` when the certificate cannot be fetched now, or could not within the last minute.
 */
export function createPayPalKeys(
  options: PayPalOptions & { clock: Clock; trustedRoots?: readonly string[] },
): PayPalKeys {
  const stored = new Map<string, readonly X509Certificate[]>();
  const fetching = new Map<string, Promise<readonly X509Certificate[]>>();
  const failedUntilMs = new Map<string, number>();
  let roots: X509Certificate[] | null = null;

  async function fetchChain(url: URL): Promise<readonly X509Certificate[]> {
    // A proxy or a double answers for PayPal's hosts.
    const from = options.apiBase === null ? url : new URL(url.pathname, paypalAddress(options));
    try {
      return certificatesIn(await fetchText(from, options.timeLimitMs));
    } catch (error) {
      rememberFailure(url);
      throw error;
    }
  }

  function rememberFailure(url: URL): void {
    if (failedUntilMs.size >= MAX_FAILED) failedUntilMs.clear();
    failedUntilMs.set(url.href, options.clock.now().getTime() + FAILED_FOR_MS);
  }

  function fetchOnce(url: URL, atOnce: number): Promise<readonly X509Certificate[]> {
    const begun = fetching.get(url.href);
    if (begun !== undefined) return begun;
    const hasFailed = (failedUntilMs.get(url.href) ?? 0) > options.clock.now().getTime();
    if (hasFailed || fetching.size >= atOnce) {
      throw new GatewayUnavailable(
        hasFailed
          ? "PayPal's certificate at this address was not usable a moment ago"
          : "too many certificates of PayPal are being fetched",
      );
    }
    const fetched = fetchChain(url).finally(() => fetching.delete(url.href));
    fetching.set(url.href, fetched);
    return fetched;
  }

  /** The certificate whose key can be believed now, if the chain begins with one. */
  function believed([leaf, ...others]: readonly X509Certificate[]): X509Certificate | null {
    if (leaf === undefined || !isOfPayPal(leaf)) return null;
    roots ??= (options.trustedRoots ?? rootCertificates).map((pem) => new X509Certificate(pem));
    return isTrusted(leaf, others, roots, options.clock.now()) ? leaf : null;
  }

  return async (certificateUrl, { isDoubted } = { isDoubted: false }) => {
    const url = URL.canParse(certificateUrl) ? new URL(certificateUrl) : null;
    const isPayPals =
      url?.protocol === "https:" &&
      url.port === "" &&
      url.username + url.password + url.search + url.hash === "" &&
      HOSTS[options.environment].includes(url.hostname) &&
      PATH.test(url.pathname);
    if (url === null || !isPayPals) return null;
    const known = believed(stored.get(url.href) ?? []);
    if (known !== null) return known;
    const chain = await fetchOnce(url, isDoubted ? FETCHES_OF_DOUBTED_SOURCES : FETCHES_AT_ONCE);
    const leaf = believed(chain);
    // A proxy's page or half a chain must not stay in the place of PayPal's certificate.
    if (leaf === null) {
      rememberFailure(url);
      return null;
    }
    if (stored.size >= MAX_STORED) stored.clear();
    stored.set(url.href, chain);
    return leaf;
  };
}

async function fetchText(url: URL, timeLimitMs: number): Promise<string> {
  const stop = new AbortController();
  try {
    const read = async (): Promise<string> => {
      const response = await fetch(url, { redirect: "manual", signal: stop.signal });
      const length = Number.parseInt(response.headers.get("content-length") ?? "0", 10);
      if (response.status !== 200 || length > MAX_BYTES) throw new Error("no certificate");
      const text = await response.text();
      if (text.length > MAX_BYTES) throw new Error("the certificate is too long");
      return text;
    };
    return await withinTimeLimit("PayPal", timeLimitMs, read());
  } catch (error) {
    if (error instanceof GatewayUnavailable) throw error;
    throw new GatewayUnavailable("PayPal gave no usable answer: its certificate could not be fetched");
  } finally {
    stop.abort();
  }
}

function certificatesIn(text: string): X509Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.flatMap((pem) => {
    try {
      return [new X509Certificate(pem)];
    } catch {
      return [];
    }
  });
}

function isOfPayPal({ subject }: X509Certificate): boolean {
  return subject.split("\n").some((part) => /^CN=([a-z0-9-]+\.)*paypal\.com$/i.test(part));
}

function isTrusted(
  leaf: X509Certificate,
  others: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  now: Date,
): boolean {
  let current = leaf;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    if (!isInForce(current, now)) return false;
    if (roots.some((root) => isInForce(root, now) && isIssuedBy(current, root))) return true;
    const next = others.find((other) => other.ca && isIssuedBy(current, other));
    if (next === undefined) return false;
    current = next;
  }
  return false;
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isInForce({ validFrom, validTo }: X509Certificate, now: Date): boolean {
  return new Date(validFrom) <= now && now <= new Date(validTo);
}
