import type { Role } from "../can";

/** The views and action outcomes of the people and account screens. Times are ISO 8601 in UTC. */

/** `elsewhere`: in the first account, somebody who signs in for other accounts alone. */
export type PersonState = "invited" | "active" | "elsewhere" | "deactivated";

export type PersonRow = {
  id: string;
  name: string;
  email: string;
  role: Role;
  state: PersonState;
  hasSecondFactor: boolean;
  lastUsedAt: string | null;
  lockedUntil: string | null;
};

export type SessionView = {
  id: string;
  isOwn: boolean;
  device: string | null;
  openedBy: "password" | "second_factor" | "recovery_code" | "provider";
  createdAt: string;
  lastUsedAt: string;
  expiresAt: string;
};

export type PersonView = PersonRow & {
  /** They have not accepted an invitation yet. */
  isInvited: boolean;
  isOwn: boolean;
  hasPassword: boolean;
  createdAt: string;
  link: { createdAt: string; expiresAt: string; hasRunOut: boolean } | null;
  sessions: SessionView[];
};

/** A secret that is shown once. */
export type MadeLink = {
  kind: "link";
  personId: string;
  path: string;
  expiresAt: string;
  /** It was also sent to the person by e-mail. */
  isMailed: boolean;
};

export type InviteFault = "email" | "name" | "role" | "account";
export type InviteOutcome =
  | MadeLink
  | { kind: "invalid"; faults: readonly InviteFault[] }
  | { kind: "taken"; personId: string }
  | { kind: "role_gone" | "exceeds" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

export type PersonActionOutcome =
  | MadeLink
  | { kind: "done" }
  /** Nothing to change: another person did it, or it was submitted twice. */
  | { kind: "unchanged" }
  /** Somebody who can manage people must remain. */
  | { kind: "last_admin" }
  /** They would have no role in any account: deactivate them instead. */
  | { kind: "no_other_account" }
  /** Nobody removes the protection of their own account: another admin does. */
  | { kind: "own" }
  /** The role was deleted since the form was opened. */
  | { kind: "role_gone" }
  /** The role allows what the role of whoever acts does not (decision 0304). */
  | { kind: "exceeds" }
  | { kind: "not_found" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

export type PasswordFaultKind = "too_short" | "too_long" | "well_known" | "like_yourself";

/** Why a link was refused. */
export type AcceptFault =
  | { kind: "gone" }
  /** Too many passwords are being checked; nothing was saved and the link still works. */
  | { kind: "busy" }
  | { kind: "invalid"; name: boolean; password: PasswordFaultKind | null };

/** A notice about attempts on one's own account. */
export type NoticeKind = "password_locked" | "codes_locked" | "wrong_code";
/** What a code was entered for. */
export type CodePurpose = "sign_in" | "turn_on" | "turn_off" | "renew_codes";

export type NoticeView = {
  id: string;
  at: string;
  kind: NoticeKind;
  purpose: CodePurpose | null;
  isSeen: boolean;
};

export type AccountView = {
  name: string;
  email: string;
  role: Role;
  hasPassword: boolean;
  secondFactor: { isOn: boolean; since: string | null; recoveryCodesLeft: number };
  sessions: SessionView[];
  /** The newest first. */
  notices: NoticeView[];
};

/** The outcomes of actions on one's own account. Codes and secrets in them are shown once. */
export type ChangePasswordOutcome =
  | { kind: "changed" }
  | { kind: "wrong_password" }
  | { kind: "busy" }
  | { kind: "invalid"; fault: PasswordFaultKind }
  | { kind: "no_password" }
  | { kind: "locked"; until: string }
  | { kind: "signed_out" };

export type BeginFactorOutcome =
  | { kind: "begun"; secret: string; qrSvg: string }
  | { kind: "already_on" }
  | { kind: "wrong_password" }
  | { kind: "busy" }
  | { kind: "locked"; until: string }
  | { kind: "signed_out" };

export type ConfirmFactorOutcome =
  | { kind: "on"; recoveryCodes: string[] }
  | { kind: "wrong_code" }
  /** It was started again elsewhere, or is on already. */
  | { kind: "not_begun" }
  | { kind: "locked"; until: string }
  | { kind: "signed_out" };

export type FactorActionOutcome =
  | { kind: "off" }
  | { kind: "renewed"; recoveryCodes: string[] }
  | { kind: "wrong_password" }
  | { kind: "busy" }
  | { kind: "wrong_code" }
  | { kind: "not_on" }
  | { kind: "locked"; until: string }
  | { kind: "signed_out" };

export type EndSessionsOutcome = { kind: "ended"; count: number } | { kind: "signed_out" };
