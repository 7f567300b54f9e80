import type { AuthOptions } from "next-auth";
import credentialsProvider from "next-auth/providers/credentials";
import { paths } from "@/lib/paths";
import type { Services } from "../runtime";
import { SESSION_SECONDS, signIn } from "./sign-in";
import { signOut } from "./sign-out";

declare module "next-auth" {
  interface User {
    sessionId?: string;
  }
  interface Session {
    /** Only where the server reads the session itself; `/api/auth/session` does not tell it. */
    sessionId?: string;
  }
}
declare module "next-auth/jwt" {
  interface JWT {
    sessionId?: string;
  }
}

/** The codes that the sign-in page knows, beside next-auth's own `CredentialsSignin` for a wrong password. */
const LOCKED_OUT = "LockedOut";
const UNAVAILABLE = "Unavailable";

/**
 * next-auth with one provider. The encrypted cookie carries the person's and the session's id and nothing else: who they
 * are and what they may do is read from the database at every request (failure 35).
 */
export function authOptions(services: Services): AuthOptions {
  return {
    pages: { signIn: paths.login(), error: paths.login() },
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    providers: [
      credentialsProvider({
        credentials: { email: { type: "email" }, password: { type: "password" } },
        async authorize(credentials) {
          const outcome = await signIn(services, credentials).catch((error: unknown) => {
            services.logger.error({ err: error }, "sign-in failed");
            throw new Error(UNAVAILABLE);
          });
          switch (outcome.kind) {
            case "signed_in":
              return { id: outcome.userId, sessionId: outcome.sessionId };
            case "wrong":
              return null;
            case "locked":
              throw new Error(LOCKED_OUT);
          }
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => {
        const sessionId = (user as typeof user | undefined)?.sessionId ?? token.sessionId;
        return {
          ...(token.sub === undefined ? {} : { sub: token.sub }),
          ...(sessionId === undefined ? {} : { sessionId }),
        };
      },
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      async signOut({ token }) {
        if (token.sessionId !== undefined) await signOut(services, token.sessionId);
      },
    },
    logger: {
      // A cookie that cannot be read is anybody's to send, as often as they like: not worth a warning each.
      error: (code, metadata) =>
        services.logger[code === "JWT_SESSION_ERROR" ? "debug" : "warn"](
          { code, err: errorOf(metadata) },
          "next-auth",
        ),
      warn: (code) => services.logger.debug({ code }, "next-auth"),
      debug: (code) => services.logger.debug({ code }, "next-auth"),
    },
  };
}

function errorOf(metadata: Error | { error: Error }): Error {
  return metadata instanceof Error ? metadata : metadata.error;
}
