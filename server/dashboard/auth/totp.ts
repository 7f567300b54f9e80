import { Secret, TOTP } from "otpauth";

const PERIOD_SECONDS = 30;
/** A code of the step before or after is accepted too: phones' clocks are a little off. */
const WINDOW_STEPS = 1;
/** 160 bits, as RFC 4226 requires. */
const SECRET_BYTES = 20;

/** Returns a secret in base32, to be typed into an app. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What an authenticator app reads from the QR code. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/**
 * The time step of a code; null when it matches none near `at`. The caller that accepts the code stores the step and
 * refuses codes of this step and earlier ones from then on.
 */
export function stepOfCode(secret: string, code: string, at: Date): bigint | null {
  const digits = code.replace(/\s/g, "");
  if (!/^[0-9]{6}$/.test(digits)) return null;
  const delta = totpOf(secret, "").validate({ token: digits, timestamp: at.getTime(), window: WINDOW_STEPS });
  if (delta === null) return null;
  return BigInt(Math.floor(at.getTime() / 1000 / PERIOD_SECONDS) + delta);
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: "Paydeck",
    label,
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}
