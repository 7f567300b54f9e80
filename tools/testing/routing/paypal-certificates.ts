import { issueCertificate } from "@/tools/testing/self-signed-certificate";
import type { VendorResponse } from "./vendor-server";

const authority = issueCertificate("Test Root of the Double", { isAuthority: true });
const intermediate = issueCertificate("Test Intermediate of the Double", {
  isAuthority: true,
  issuer: authority,
});

/** What the adapter is to trust instead of the roots of Node. */
export const TEST_PAYPAL_ROOTS: readonly string[] = [authority.cert];

/** Where PayPal publishes them. */
export const CERTIFICATES_URL = "https://api.sandbox.paypal.com/v1/notifications/certs";
const signer = issueCertificate("messageverificationcerts.sandbox.paypal.com", {
  rsa: true,
  issuer: intermediate,
});
const ofAnother = issueCertificate("paypal.com.shop.example", { rsa: true, issuer: intermediate });
const ofNobody = issueCertificate("messageverificationcerts.sandbox.paypal.com", { rsa: true });
const expired = issueCertificate("messageverificationcerts.sandbox.paypal.com", {
  rsa: true,
  issuer: intermediate,
  daysAgo: 30,
});
export const CERTIFICATES = {
  "CERT-genuine": { key: signer.privateKey, chain: signer.cert + intermediate.cert },
  "CERT-of-another-host": { key: ofAnother.privateKey, chain: ofAnother.cert + intermediate.cert },
  "CERT-of-nobody": { key: ofNobody.privateKey, chain: ofNobody.cert + intermediate.cert },
  "CERT-expired": { key: expired.privateKey, chain: expired.cert + intermediate.cert },
  "CERT-without-chain": { key: signer.privateKey, chain: signer.cert },
} as const;

/** The chain that is published under a name. */
export function certificate(name: string): VendorResponse {
  const found = name in CERTIFICATES ? CERTIFICATES[name as keyof typeof CERTIFICATES] : null;
  return found === null ? { status: 404, body: "" } : { status: 200, body: found.chain };
}
