export const stuck = {
  title: "Stuck payments",
  about:
    "INITIATED for longer than {minutes, plural, one {a minute} other {# minutes}}: the customer has not paid, and may still.",
  minutes: "Waiting for more than, in minutes",
  minutesFault: "Write a whole number from 0 to 10080 (7 days).",
  apply: "Show",
  list: "Stuck payments",
  none: "Nothing is stuck",
  noneBody: "No payment is INITIATED for longer than {minutes, plural, one {a minute} other {# minutes}}.",
  noMore: "No more on this page",
  shown: "{n, plural, one {# payment, the oldest} other {# payments, oldest first}}",
  shownPart: "The {n} oldest are shown; there are more.",
  shownNewest:
    "So many were created at one moment that the oldest cannot be told apart: the {n} newest of the stuck ones are shown.",
  first: "Oldest",
  next: "Next",
  pages: "Pages of stuck payments",
  reload: "Refresh",
  column: {
    select: "Select",
    age: "Waiting",
    payment: "Payment",
    created: "Created",
    ends: "Ends by itself",
    gateway: "Gateway",
    method: "Method",
    amount: "Amount",
  },
  selectAll: "Select all on this page",
  selectOne: "Select {reference}",
  selected: "{n, plural, =0 {None selected} one {# selected} other {# selected}}",
  mayNot: "Cancelling is for ops, finance and admin.",
  cancel: "{n, plural, =0 {Cancel payments} one {Cancel # payment} other {Cancel # payments}}",
  ask: {
    title: "{n, plural, one {Cancel this payment?} other {Cancel # payments?}}",
    warning:
      "This can’t be undone: their customers will no longer be able to pay, even with the checkout open. Payments paid meanwhile are skipped. It goes on if you leave this page, and can be stopped.",
    count: "Payments",
    total: "Together",
    keep: "{n, plural, one {Keep payment} other {Keep payments}}",
  },
  live: {
    title:
      "{n, plural, one {# stuck payment is being cancelled} other {# stuck payments are being cancelled}}",
    body: "Started by <person></person>. <link>See progress, or stop it</link>",
    pausedTitle:
      "{n, plural, one {The cancellation of # stuck payment is paused} other {The cancellation of # stuck payments is paused}}",
    pausedBody: "Started by <person></person>. <link>Resume or stop it</link>",
  },
  problem: {
    lost: "Paydeck could not be reached, so it is not known whether the cancelling has started. Press again: it is started only once.",
    invalid: "Nothing was cancelled: the selection could not be read. Refresh the list and select again.",
    forbidden: "Nothing was cancelled: your role may not cancel payments. The attempt was recorded.",
    signed_out: "Nothing was cancelled: you have been signed out.",
  },
} as const;
