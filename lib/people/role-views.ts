import type { AmountLimits, ComposedRole, Permission } from "../can";

/** A composed role on the page of roles. */
export type RoleRow = ComposedRole & {
  /** Counts its changes. */
  version: number;
  /** Everybody who has it, deactivated or not. */
  people: { id: string; name: string }[];
  /** The viewer's own role covers it: they may change, delete and give it. */
  mayChange: boolean;
};

/** A role that the viewer may give; `name` is null for a preset. */
export type GivableRole = { id: string; name: string | null };

export type RolesView = {
  /** How many people have each preset. */
  presets: Readonly<Record<string, number>>;
  roles: RoleRow[];
  /** What the viewer may put into a role. */
  grantable: readonly Permission[];
  /** How much of it, where the viewer's own role is limited; null: any amount. */
  grantableLimits: { refund_payment: AmountLimits | null; approve_refund: AmountLimits | null };
};

/** An amount as typed, of a currency as typed. */
export type TypedLimit = { currency: string; amount: string };

export type RoleInput = {
  /** Null for a new role. */
  id: string | null;
  /** The version of the role that the form was opened with. */
  version: number | null;
  name: string;
  permissions: string[];
  /** Null: any amount. */
  refundLimits: TypedLimit[] | null;
  approveLimits: TypedLimit[] | null;
};

export type RoleFault =
  | { field: "name"; fault: "missing" | "too_long" | "characters" | "preset" | "taken" }
  | { field: "permissions"; fault: "none" }
  /** `line`: the place of the line that is wrong, from 0; null when there is no line. */
  | {
      field: "refundLimits" | "approveLimits";
      fault: "none" | "currency" | "amount" | "twice";
      line: number | null;
    }
  | { field: "form"; fault: "incomplete" };

export type RoleOutcome =
  | { kind: "saved"; id: string }
  | { kind: "deleted" }
  | { kind: "invalid"; faults: RoleFault[] }
  /** More than the viewer's own role: what is missing from it. `before`: the role as it is already allows more. */
  | { kind: "exceeds"; missing: Permission[]; isBefore: boolean }
  /** Somebody else changed it since the form was opened. */
  | { kind: "overtaken" }
  | { kind: "in_use"; people: string[] }
  /** Nobody could manage people any more. */
  | { kind: "last_admin" }
  | { kind: "not_found" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

/** Counted in code points. */
export const MAX_ROLE_NAME = 60;
