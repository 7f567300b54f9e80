import type { RefundReason } from "./reason";

/** A reason on the page that lists them. */
export type ReasonRow = RefundReason & {
  /** Something was refunded or requested with it: it can be deactivated, not deleted. */
  isInUse: boolean;
};

export type ReasonInput = {
  code: string;
  name: string;
  nameHi: string;
  needsText: boolean;
  isActive: boolean;
};

export type ReasonField = "code" | "name" | "nameHi";
export type ReasonFieldFault = "missing" | "malformed" | "too_long" | "characters" | "taken";

export type ReasonOutcome =
  | { kind: "saved" }
  | { kind: "deleted" }
  | { kind: "invalid"; field: ReasonField | "form"; fault: ReasonFieldFault | "incomplete" | "too_many" }
  /** It was used meanwhile. */
  | { kind: "in_use" }
  /** Another person deleted it. */
  | { kind: "not_found" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
