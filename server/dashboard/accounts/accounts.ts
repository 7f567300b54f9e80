import type { AccountIdentity } from "@/lib/accounts/account";
import type { Account } from "./store/accounts";

/** What each account other than the first works with, in this process. */
export type Accounts<S> = {
  /** The open account of an address; null when there is none. */
  find(slug: string): Promise<S | null>;
  /** Also a closed one, whose unfinished refunds go on. */
  findById(id: number): Promise<S | null>;
  /** All but the first, the oldest first. */
  list(): Promise<Account[]>;
  /** The first account as the screens show it. */
  first(): Promise<AccountIdentity & { ownSlug: string }>;
  /** Creates the tables of an account, or brings them to the newest version. */
  prepare(id: number): Promise<void>;
  stop(): Promise<void>;
};
