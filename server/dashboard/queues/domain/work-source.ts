/**
 * How the open items of a kind are listed from the dashboard's own tables.
 */
export type WorkSource = {
  /**
   * A select of the items that need attention now, with `$1` as the time now and the columns `item_id`, `condition`,
   * `team` and `mark` (text), `since` (timestamptz), `reference` (text), `transaction_id` (text or null), `amount_paise`
   * (bigint or null), `currency` (text or null), `is_test` (boolean), `who` (text or null) the person or gateway that it is
   * there for, `why` (text or null) in their own words, and `not_for` (uuid[]) those who may not do it: a second person has to,
   * or one whose limit is higher. `mark` differs whenever a person should look again. Indexes serve it: it is counted for every page.
   */
  open: string;
  /** A select of `item_id` and `outcome` for the ids in `$1`, a text[]: why those that are not open need nobody. */
  ended: string;
};
