import { SANDBOX_PEOPLE } from "../auth/sandbox-people";
import { getRuntime } from "../runtime";

/** The accounts that the sign-in page offers: the sandbox's in sandbox mode, else none. Nobody is signed in yet. */
export function signInHints(): Promise<{ sandboxEmails: string[] }> {
  const { settings } = getRuntime();
  const sandboxEmails = settings.isSandbox ? SANDBOX_PEOPLE.map((person) => person.email) : [];
  return Promise.resolve({ sandboxEmails });
}
