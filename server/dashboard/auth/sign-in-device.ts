/** The browser that a sign-in comes from. */
export type SignInDevice = {
  /** A hint in the list of sessions, as {@link deviceHint} returns it. It can be forged. */
  userAgent: string | null;
  /**
   * The hash of the device cookie's value (0327). Null without a cookie: such a sign-in never counts as the same device
   * as another.
   */
  tokenHash: Buffer | null;
};

export const UNKNOWN_DEVICE: SignInDevice = { userAgent: null, tokenHash: null };

const MAX_DEVICE_LENGTH = 300;

/** The user agent of the browser, bounded and printable. */
export function deviceHint(userAgent: string | null | undefined): string | null {
  const text = (userAgent ?? "").replace(/\p{Cc}|\p{Surrogate}/gu, "").trim();
  return text === "" ? null : text.slice(0, MAX_DEVICE_LENGTH);
}
