export const stuck = {
  title: "Stuck payments",
  about: "Unpaid for over {minutes, plural, one {# minute} other {# minutes}}; customers can still pay.",
  minutes: "Unpaid for (minutes)",
  minutesFault: "Enter a whole number from 0 to 10080 (7 days).",
  apply: "Show",
  list: "Stuck payments",
  none: "No stuck payments",
  noneBody: "No payment has been unpaid for over {minutes, plural, one {# minute} other {# minutes}}.",
  noMore: "No more on this page",
  shown: "{n, plural, one {# payment, the oldest} other {# payments, oldest first}}",
  shownPart: "Showing the {n} oldest; there are more.",
  shownNewest:
    "Too many payments were created at the same moment to sort them. Showing the {n} newest stuck payments.",
  first: "Oldest",
  next: "Next",
  pages: "Pages of stuck payments",
  reload: "Refresh",
  column: {
    select: "Select",
    age: "Unpaid for",
    payment: "Payment",
    created: "Created",
    ends: "Expires",
    method: "Method",
    gateway: "Gateway",
    amount: "Amount",
  },
  selectAll: "Select all on this page",
  selectOne: "Select {reference}",
  selected: "{n, plural, =0 {None selected} one {# selected} other {# selected}}",
  mayNot: "Cancelling these needs a role that cancels payments and runs bulk actions.",
  cancel: "{n, plural, =0 {Cancel payments} one {Cancel # payment} other {Cancel # payments}}",
  ask: {
    title: "{n, plural, one {Cancel this payment?} other {Cancel # payments?}}",
    warning:
      "This cannot be undone. Customers can no longer pay, even with the checkout open. Payments paid meanwhile are skipped. Cancelling continues if you leave this page, and you can stop it.",
    count: "Payments",
    total: "Total",
    keep: "{n, plural, one {Keep payment} other {Keep payments}}",
  },
  live: {
    title:
      "{n, plural, one {# stuck payment is being cancelled} other {# stuck payments are being cancelled}}",
    body: "See progress, or stop it: <run></run>",
    pausedTitle:
      "{n, plural, one {The cancellation of # stuck payment is paused} other {The cancellation of # stuck payments is paused}}",
    pausedBody: "Resume or stop it: <run></run>",
  },
  problem: {
    cut_off:
      "Paydeck could not be reached, so cancelling may or may not have started. Try again: it starts only once.",
    invalid: "Nothing was cancelled. The selection could not be read. Refresh the list and select again.",
    conflict:
      "These payments were not cancelled. The same request was sent before with other payments. Check that run, then refresh the list and select again.",
    forbidden: "Nothing was cancelled. Your role cannot cancel payments. The attempt was recorded.",
    signed_out: "Nothing was cancelled. You have been signed out.",
  },
} as const;
