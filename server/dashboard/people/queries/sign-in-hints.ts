import { SANDBOX_PEOPLE } from "@/server/platform/installation";
import { getRuntime } from "../../runtime";

type SignInHints = {
  /** The sandbox's accounts in sandbox mode, else empty. */
  sandboxEmails: string[];
  /** The name of the configured identity provider; null without one. */
  providerName: string | null;
};

/** The options of the sign-in page. No one is signed in yet. */
export function signInHints(): Promise<SignInHints> {
  const { isSandbox, identityProvider } = getRuntime().settings;
  return Promise.resolve({
    sandboxEmails: isSandbox ? SANDBOX_PEOPLE.map((person) => person.email) : [],
    providerName: identityProvider?.name ?? null,
  });
}
