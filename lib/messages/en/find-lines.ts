export const findLines = {
  title: "Find several payments",
  about:
    "Paste one identifier per line: merchant references, transaction, refund or gateway ids, email addresses, phone numbers. Email addresses and phone numbers never appear in a URL or a log.",
  seenOnly: {
    title: "Only payments seen in Paydeck",
    body: "This payment service looks up references and refund ids only. Other lines are searched among payments opened, found, created, refunded or cancelled in Paydeck; emails and phone numbers among those created in Paydeck.",
  },
  field: "Identifiers",
  hint: "One per line, at most {max}.",
  submit: "Find payments",
  summary:
    "{found, plural, one {# line found} other {# lines found}}, {missing, plural, one {# not found} other {# not found}}",
  unknown: "{n, plural, one {# line could not be looked up} other {# lines could not be looked up}}",
  export: "Export the result as {format}",
  table: "Results by line",
  column: { line: "Line", payment: "Payment", status: "Status", amount: "Amount" },
  none: {
    not_found: "Not found",
    invalid: "Not an identifier",
    not_seen: "Not seen in Paydeck; the service can’t search for it",
    service_error: "Unknown: no response",
    late: "Unknown: took too long",
  },
  more: "and more",
  copies: "{n, plural, one {# payment} other {# payments}}",
  choose: {
    all: "Select every line that found one payment",
    one: "Select the payment of {line}",
    actions: "Actions on the selected payments",
    chosen: "{n, plural, one {# payment selected} other {# payments selected}}",
    request: "Request refunds",
  },
  error: {
    empty: "Paste at least one identifier.",
    too_many: "At most {max} lines at once. For more, use a bulk run of lookups.",
    forbidden: "Your role cannot view payments.",
    signed_out: "You have been signed out. Copy your lines, then sign in again.",
    lost: "Paydeck did not respond. Nothing was changed. Try again.",
  },
} as const;
