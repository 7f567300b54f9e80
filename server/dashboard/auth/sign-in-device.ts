/** The browser that a sign-in comes from. */
export type SignInDevice = {
  /** A hint in the list of sessions, as {@link deviceHint} returns it. It can be forged. */
  userAgent: string | null;
  /** Of the device cookie's value (0327). Null without one: no sign-in of it is the same device as another. */
  tokenHash: Buffer | null;
};

export const UNKNOWN_DEVICE: SignInDevice = { userAgent: null, tokenHash: null };

const MAX_DEVICE_LENGTH = 300;

/** The user agent of the browser, bounded and printable. */
export function deviceHint(userAgent: string | null | undefined): string | null {
  const text = (userAgent ?? "").replace(/\p{Cc}|\p{Surrogate}/gu, "").trim();
  return text === "" ? null : text.slice(0, MAX_DEVICE_LENGTH);
}
