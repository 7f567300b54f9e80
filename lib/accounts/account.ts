/** Told apart at a glance in the bar; the name always stands beside it. */
export const ACCOUNT_COLOURS = ["gray", "blue", "green", "amber", "red"] as const;
export type AccountColour = (typeof ACCOUNT_COLOURS)[number];

/** A merchant account at a payment service (decision 0300). The first one is that of the environment. */
export type AccountIdentity = {
  id: number;
  /**
   * The account's part of an address, `/a/<slug>/payments`; null for the first account, whose addresses have no prefix.
   */
  slug: string | null;
  name: string;
  colour: AccountColour;
};

export const FIRST_ACCOUNT_ID = 1;
