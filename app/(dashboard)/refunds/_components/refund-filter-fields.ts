/** The filters of a list of refunds; `view` selects the list, and `zone` is the time zone of the days. */
export const REFUND_FILTER_FIELDS = ["status", "from", "until", "min", "max", "by", "q"] as const;
