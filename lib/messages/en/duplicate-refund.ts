/** Why a refund may be a duplicate, and the box that confirms it all the same: in the refund form and on a request for approval. */
export const duplicateRefund = {
  title: "This may be a duplicate",
  found:
    "{n, plural, one {There is another refund of {amount} for this payment:} other {There are # other refunds of {amount} for this payment:}}",
  item: "<person></person>, <time></time>",
  paidLate: "Failed first, paid later",
  inRun: "To be sent by bulk run <name></name>",
  inRunAwaiting: "In bulk run <name></name>, which waits for approval",
  waits: "Waits for approval",
  see: { refund: "View refund", run: "View run", request: "View request" },
  more: "{n, plural, one {and # older one} other {and # older ones}}",
  refundNext: "Nothing was sent. If it is the same refund, close this.",
  approveNext: "Nothing was sent. If it is the same refund, decline this request.",
  confirm: "This is a separate refund: the customer gets {amount} again",
  needed: "Tick this box to refund, or close this.",
  neededToApprove: "Tick this box to approve, or decline.",
} as const;
