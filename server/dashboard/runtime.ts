import type { ReactNode } from "react";
import type { AccountIdentity } from "@/lib/accounts/account";
import type { StatusView } from "@/lib/status";
import type { Clock } from "@/server/platform/clock";
import type { Logger } from "@/server/platform/log";
import type { Pool } from "@/server/platform/pool";
import type { AccountLabel } from "./accounts/account-label";
import type { Accounts } from "./accounts/accounts";
import type { SignInLimits } from "./auth/sign-in-limits";
import type { NotificationLimits } from "@/lib/notifications/limits";
import type { HashQueues } from "./auth/hash-queue";
import type { Vault } from "./auth/vault";
import type { Chat } from "./chat/chat";
import type { Mail } from "./mail/mail";
import type { Counters } from "./monitoring/counters";
import type { RoutingClient } from "./routing-client/client";

/** What every query, command and job works with. */
export type Services = {
  /** Whose tables the pool finds, and whose payments the routing client. */
  account: AccountIdentity;
  /** How messages to people name an account. */
  accountLabel: AccountLabel;
  pool: Pool;
  clock: Clock;
  /** Measures durations within this process: unlike `clock`, it is never set back or forward. */
  elapsedMs: () => number;
  routing: RoutingClient;
  logger: Logger;
  vault: Vault;
  /** Hashes and checks all passwords. A flood of sign-ins does not fill the queue of signed-in people. */
  hashQueues: HashQueues;
  signInLimits: SignInLimits;
  counters: Counters;
  /** The limits of the installation; an account can have its own (`limitsInForce`). */
  notificationLimits: NotificationLimits;
  /** Null without an SMTP server: nothing is sent by e-mail. */
  mail: Mail | null;
  chat: Chat;
};

/** An OpenID provider for sign-in. */
export type IdentityProvider = { name: string; issuer: string; clientId: string; clientSecret: string };

/** The services of the first account, the other accounts, and the configuration that the screens need. */
export type Runtime = Services & {
  accounts: Accounts<Services>;
  /** What works, for the status page. */
  status: () => Promise<StatusView>;
  settings: {
    isSandbox: boolean;
    sessionSecret: string;
    identityProvider: IdentityProvider | null;
    /** Writes the commands in a part of a screen text as they are typed in this installation. */
    commandsHere: (text: ReactNode) => ReactNode;
  };
};

const KEY = Symbol.for("paydeck.dashboard.runtime");
type Holder = { [KEY]?: Runtime };

/**
 * main.ts is one bundle and Next's pages, actions and handlers are others, all in one process: a module-level variable
 * would exist once in each, so the runtime is stored on `globalThis`.
 */
export function installRuntime(runtime: Runtime): void {
  (globalThis as Holder)[KEY] = runtime;
}

export function getRuntime(): Runtime {
  const runtime = (globalThis as Holder)[KEY];
  if (runtime === undefined) throw new Error("The dashboard was not started by server/dashboard/main.ts");
  return runtime;
}
