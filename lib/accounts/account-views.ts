import type { AccountColour } from "./account";

/** An account on the page that lists them. */
export type AccountRow = {
  id: number;
  slug: string;
  name: string;
  colour: AccountColour;
  /** The first account is that of the environment: only its name and colour can be changed here. */
  isFirst: boolean;
  serviceAddress: string;
  /** ISO 8601; null for the first account. */
  credentialsChangedAt: string | null;
  closedAt: string | null;
  /** How many active people can manage its people. */
  admins: number;
  /** Whether the viewer is one of them. */
  mayManagePeople: boolean;
};

/** An account that the viewer may switch to. `slug`: null for the first. */
export type AccountChoice = { slug: string | null; name: string; colour: AccountColour };

export const ACCOUNT_FIELDS = ["name", "slug", "colour", "baseUrl", "apiKey", "salt"] as const;
export type AccountField = (typeof ACCOUNT_FIELDS)[number];
export type AccountInput = Record<AccountField, string>;
/** `isOtherMerchant`: the person says so, where nothing shows it. */
export type NewAccountInput = AccountInput & { isOtherMerchant: boolean };

export type AccountOutcome =
  | { kind: "added"; slug: string }
  | { kind: "saved" }
  | { kind: "invalid"; fields: readonly AccountField[] }
  | { kind: "slug_taken" }
  /** Another account has this service and API key. */
  | { kind: "in_use" }
  /** Another account is the same merchant, by another key or address. */
  | { kind: "same_merchant"; name: string }
  /** Nothing shows whether these accounts are the same merchant: the person has to say. */
  | { kind: "unverified"; names: string[] }
  /** Another account is being added, or a key replaced. */
  | { kind: "busy" }
  /** The service does not accept the key with this salt. */
  | { kind: "key_refused" }
  /** The key belongs to a merchant who does not know the account's payments. */
  | { kind: "other_merchant" }
  /** The service did not answer as the specification says: nothing is known about the credentials. */
  | { kind: "no_response" }
  | { kind: "not_found" }
  /** Nobody who can sign in has this e-mail address. */
  | { kind: "nobody" }
  /** Somebody who is no admin made the link with which their password was set (decision 0302). */
  | { kind: "unconfirmed" }
  /** The account has an active admin. */
  | { kind: "has_admin" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

export type MemberOutcome =
  | { kind: "added" }
  | { kind: "already_member" }
  /** Nobody who can sign in has this e-mail address. */
  | { kind: "nobody" }
  /** Somebody who is no admin made the link with which their password was set (decision 0302). */
  | { kind: "unconfirmed" }
  | { kind: "invalid" }
  /** The role was deleted since the form was opened. */
  | { kind: "role_gone" }
  /** The role allows what the role of whoever adds them does not (decision 0304). */
  | { kind: "exceeds" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
