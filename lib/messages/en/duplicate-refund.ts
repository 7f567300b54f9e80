/** Why a refund may be a duplicate, and the checkbox that confirms it: in the refund form and on a refund request. */
export const duplicateRefund = {
  title: "This may be a duplicate",
  found:
    "{n, plural, one {There is another refund of this payment:} other {There are # other refunds of this payment:}}",
  foundTransfer: "Compare it with what has been recorded and refunded already:",
  item: "{amount}, <person></person>, <time></time>",
  paidLate: "Failed, then paid late",
  inRun: "Not sent yet, in bulk run <name></name>",
  inRunAwaiting: "Pending approval, in bulk run <name></name>",
  waits: "Pending approval",
  manual: "Returned without a payment gateway",
  sameTransfer: "The same transfer or receipt reference, recorded for payment <payment></payment>",
  sameTransferWaits:
    "The same transfer or receipt reference, recorded for payment <payment></payment>, not confirmed yet",
  manualWaits: "Returned without a payment gateway, not confirmed yet",
  outside:
    "Refunded or in progress outside Paydeck, as the payment service reported when it refused a refund",
  see: {
    refund: "View refund",
    refusal: "View refused refund",
    run: "View run",
    request: "View request",
    manual: "View manual refunds",
    payment: "View payment",
  },
  refundNext: "Nothing was sent. If this is the same refund, close this form.",
  recordNext: "Nothing was recorded. If this is the same refund, close this form.",
  approveNext: "Nothing was sent. If this is the same refund, decline this request.",
  confirm: "This is a separate refund: the customer gets {amount} again",
  needed: "Confirm that this is a separate refund, or close this form.",
  neededToApprove: "Confirm that this is a separate refund, or decline this request.",
  waiting: {
    title: "{person} requested a refund of {amount}",
    question: "Does this refund fulfil the request?",
    fulfils: "Yes, it fulfils the request",
    beside: "No, it is in addition to the request",
    besideHint: "The request stays open and can be paid as well.",
    besideOwn:
      "You requested it yourself: only someone else can fulfil it. It stays open and can be paid as well.",
    besideOther:
      "This refund fulfils an earlier request of the payment. This request stays open and can be paid as well.",
    needed: "Nothing was sent or recorded. Say whether it fulfils the request.",
  },
} as const;
