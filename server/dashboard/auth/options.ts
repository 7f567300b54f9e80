import type { AuthOptions } from "next-auth";
import credentialsProvider from "next-auth/providers/credentials";
import { paths, safeReturnPath } from "@/lib/paths";
import { limited } from "@/server/platform/log";
import type { Runtime } from "../runtime";
import { identityProviderOf, PROVIDER_ID } from "./identity-provider";
import { setRetryAfter } from "./retry-after";
import { type Caller, SESSION_LIMIT_SECONDS, signIn } from "./sign-in";
import { signInByProvider } from "./sign-in-by-provider";
import { signOut } from "./sign-out";

declare module "next-auth" {
  interface User {
    sessionId?: string;
  }
}
declare module "next-auth/jwt" {
  interface JWT {
    sessionId?: string;
  }
}

/** The codes that the sign-in page knows, besides next-auth's own (`sign-in-fault.ts`). */
const LOCKED_OUT = "LockedOut";
const SECOND_FACTOR_NEEDED = "SecondFactorNeeded";
const UNAVAILABLE = "Unavailable";
const BUSY = "Busy";

/**
 * next-auth with passwords and, where configured, an identity provider. The encrypted cookie holds only the ids of
 * person and session: identity and permissions are read from the database at every request (failure 35). The sign-in
 * page opens sessions by `session-cookie.ts`; the credentials provider here is for programs that use next-auth's own
 * calls, and does not accept people with a second factor. `onSignedIn` writes the device cookie.
 */
export function authOptions(
  runtime: Runtime,
  caller?: Caller,
  onSignedIn: () => Promise<void> = () => Promise.resolve(),
): AuthOptions {
  const { identityProvider } = runtime.settings;
  return {
    pages: { signIn: paths.login(), error: paths.login() },
    session: { strategy: "jwt", maxAge: SESSION_LIMIT_SECONDS },
    providers: [
      credentialsProvider({
        credentials: { email: { type: "email" }, password: { type: "password" } },
        async authorize(credentials) {
          const outcome = await signIn(runtime, credentials, caller).catch((error: unknown) => {
            limited(runtime.logger).error({ err: error }, "sign-in failed");
            throw new Error(UNAVAILABLE);
          });
          switch (outcome.kind) {
            case "signed_in":
              return { id: outcome.userId, sessionId: outcome.sessionId };
            case "wrong":
              return null;
            case "locked":
              throw new Error(LOCKED_OUT);
            case "limited":
              setRetryAfter((outcome.until.getTime() - runtime.clock.now().getTime()) / 1000);
              throw new Error(BUSY);
            case "busy":
              setRetryAfter(outcome.retryAfterSeconds);
              throw new Error(BUSY);
            case "second_factor":
              throw new Error(SECOND_FACTOR_NEEDED);
          }
        },
      }),
      ...(identityProvider === null ? [] : [identityProviderOf(identityProvider)]),
    ],
    callbacks: {
      redirect({ url, baseUrl }) {
        const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
        return `${baseUrl}${afterSignIn(path)}`;
      },
      async signIn({ user, account, profile }) {
        if (account?.provider !== PROVIDER_ID) return true;
        const outcome = await signInByProvider(runtime, profile, caller?.device).catch((error: unknown) => {
          limited(runtime.logger).error({ err: error }, "sign-in by the identity provider failed");
          throw new Error(UNAVAILABLE);
        });
        if (outcome.kind === "refused") return `${paths.login()}?error=${outcome.code}`;
        // next-auth passes this very object to `jwt`: it has no adapter that would create another.
        Object.assign(user, { id: outcome.userId, sessionId: outcome.sessionId });
        return true;
      },
      jwt: ({ token, user }) => {
        const given = user as typeof user | undefined;
        const sub = given?.id ?? token.sub;
        const sessionId = given?.sessionId ?? token.sessionId;
        return {
          ...(sub === undefined ? {} : { sub }),
          ...(sessionId === undefined ? {} : { sessionId }),
        };
      },
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      signIn: onSignedIn,
      async signOut({ token }) {
        if (token.sessionId !== undefined) await signOut(runtime, token.sessionId);
      },
    },
    logger: {
      // Anyone can send an unreadable cookie, as often as they like: not worth a warning each time.
      error: (code, metadata) =>
        limited(runtime.logger)[code === "JWT_SESSION_ERROR" ? "debug" : "warn"](
          { code, err: errorOf(metadata) },
          "next-auth",
        ),
      warn: (code) => runtime.logger.debug({ code }, "next-auth"),
      debug: (code) => runtime.logger.debug({ code }, "next-auth"),
    },
  };
}

/** Goes through the sign-in page, which leads a signed-in person to an account of theirs. */
function afterSignIn(path: string): string {
  if (path === paths.login()) return path;
  const [page, query = ""] = path.split("?", 2);
  if (page !== paths.login()) return safeReturnPath(path);
  return paths.login(safeReturnPath(new URLSearchParams(query).get("from")));
}

function errorOf(metadata: Error | { error: Error }): Error {
  return metadata instanceof Error ? metadata : metadata.error;
}
