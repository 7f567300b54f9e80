import { SANDBOX_PEOPLE } from "../../auth/sandbox-people";
import { getRuntime } from "../../runtime";

export type SignInHints = {
  /** The sandbox's accounts in sandbox mode, else none. */
  sandboxEmails: string[];
  /** What the configured identity provider is called; null without one. */
  providerName: string | null;
};

/** What the sign-in page offers. Nobody is signed in yet. */
export function signInHints(): Promise<SignInHints> {
  const { isSandbox, identityProvider } = getRuntime().settings;
  return Promise.resolve({
    sandboxEmails: isSandbox ? SANDBOX_PEOPLE.map((person) => person.email) : [],
    providerName: identityProvider?.name ?? null,
  });
}
