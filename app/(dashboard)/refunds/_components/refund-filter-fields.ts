/** What narrows a list of refunds down; `view` chooses the list, and `zone` says whose days are meant. */
export const REFUND_FILTER_FIELDS = ["status", "from", "until", "min", "max", "by", "q"] as const;
