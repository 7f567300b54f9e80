/** A payment service that was used before under another address, as the screens show it. */
export type EarlierService = {
  address: string;
  usedAt: string;
  /** Refunds there whose outcome is unknown, or that have not ended. */
  openRefunds: number;
};

export type ClaimOutcome =
  | { kind: "done" }
  /** The service in use does not have the payments from there, or says that it is another merchant. */
  | { kind: "other_merchant" }
  /** Nothing is known from there that could be compared. */
  | { kind: "no_payment" }
  | { kind: "key_refused" }
  | { kind: "no_response" }
  /** It is not used under that address any more, or was moved meanwhile. */
  | { kind: "not_found" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
