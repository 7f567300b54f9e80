export const refund = {
  awaitingApproval: {
    title: "Waiting for approval",
    money: "Nothing was sent. The amount is reserved until a second person decides.",
    until: "Expires <time></time> unless approved.",
    open: "View request",
  },
  approvalEnded: {
    title: "This request has ended",
    body: "It was declined, withdrawn or expired. Nothing was refunded.",
  },
  button: "Refund",
  obstacle: {
    role: "Only finance and admins can refund.",
  },
  title: "Refund payment",
  paidTwice: {
    title: "This order was paid {n, plural, =2 {twice} other {# times}}",
    also: "Also paid:",
    noneBack: "Find out which one the customer should get back, and refund only that one.",
    waiting:
      "A refund of another one was asked for and may still be made. Check what the customer is still owed before you refund this one.",
    goesBack:
      "Money of another one has gone back, or may have. Check what the customer is still owed before you refund this one.",
  },
  transactionId: "transaction id",
  reading: "Loading the remaining balance",
  balance: {
    paid: "Paid",
    refunded: "Refunded",
    inProgress: "In progress",
    manual: "Manual refunds",
    requested: "Reserved by a refund request",
    left: "Remaining balance",
    after: "Left after this refund",
    mayCountTwice:
      "The outcome of {amount} in progress is unknown. It may be counted twice, because the service may already include it.",
    ledger:
      "Includes only refunds made in Paydeck: others could not be read from the payment service, which has the final balance.",
  },
  form: {
    amount: "Refund amount",
    amountHint: "Up to {left}",
    nothingLeft: "Nothing is left to refund.",
    all: "All",
    allNamed: "Refund all",
    half: "Half",
    halfNamed: "Refund half",
    reason: "Reason",
    noReason: "No reason",
    chooseReason: "Choose a reason",
    note: "Note",
    noteHint: "Sent to the payment service.",
    noteNeeded: "Required for this reason.",
    recipient: "To <customer></customer>, for reference <reference></reference>",
    recipientUnknown: "To the customer who paid, for reference <reference></reference>",
    submit: "Refund",
    submitAmount: "Refund {amount}",
    requestApproval: "Request approval",
    requestApprovalNamed: "Refund {amount}: request approval",
  },
  approval: {
    above: "{amount} needs approval (limit {limit}).",
    aboveTogether: "{amount} needs approval (limit {limit}, with {counted} refunded before).",
    noLimit: "{amount} needs approval (no limit is set for {currency}).",
    means: "Nothing is sent until a second person approves.",
  },
  fault: {
    empty: "Enter an amount.",
    malformed: "Enter an amount with at most two decimals, like 1,499.50.",
    otherCurrency: "The payment is in {currency}. Enter the amount in {currency}.",
    twoReadings:
      "Write the amount with a point, or without a comma, like 1500.00: a comma can be the decimal sign here.",
    noDecimals: "{currency} has no decimals. Enter a whole amount.",
    zero: "The minimum refund is 0.01.",
    needsReason: "Choose a reason.",
    needsText: "Enter a note: this reason requires one.",
    tooMuch: "You can refund up to {left}.",
    aboveLimit:
      "Your role can refund up to {limit} of a payment, and {left} of it is left to you. {mayRequest, select, yes {Request this refund instead, or ask a colleague who can refund more.} other {Ask a colleague who can refund more.}}",
  },
  again: {
    not_failed: {
      title: "That refund has not failed",
      body: "It succeeded, was paid late, or its outcome is unknown. Check it before you refund again; nothing is filled in.",
    },
    refunded_since: {
      title: "Already refunded again",
      next: "Nothing is filled in. Close this form, unless the customer gets the money once more.",
    },
    not_found: {
      title: "That refund could not be loaded",
      body: "Nothing is filled in. Enter the amount and the reason.",
    },
  },
  invalid: {
    characters: "The reason contains characters that cannot be sent.",
    too_long: "The reason can have up to {max, number} characters.",
    changed: "This reason was renamed or is no longer offered. Choose another one.",
    needs_text: "This reason requires a note.",
    required: "Every refund needs a reason from the list. Choose one.",
    incomplete: "The form was incomplete. Close it and open it again.",
    unaskable:
      "The payment’s reference or id cannot be sent to the payment service. Close this form and open it again.",
    other_values: "This form was already sent with other values. Close it and open it again.",
    card_number: "This looks like a card number. Remove it; write at most its last four digits.",
  },
  problem: {
    refusedTitle: "The payment service refused the refund",
    words: "Message from the service: <words></words>",
    refused: "No money was sent back. Correct the amount, or close this.",
    aboveLimitTitle: "More than your role can refund",
    aboveLimit: "Nothing was sent and no money moved.",
    exceedsTitle: "More than the remaining balance",
    exceeds: "You can refund up to {left}; other refunds hold the rest. Nothing was sent.",
    approvalNotNeededTitle: "This refund no longer needs approval",
    approvalNotNeeded:
      "The approval limit or an earlier refund has changed. Nothing was sent. If you refund now, no second person sees it first.",
    invalidTitle: "The refund could not be sent",
    invalid: "Nothing was sent and no money moved.",
    notSentTitle: "The refund was not sent",
    notSent: "No money moved and nothing is reserved. {why}.",
    notSentNext: "Try again in a moment. If it keeps failing, tell an admin.",
  },
  notRefundable: {
    title: "This payment cannot be refunded",
    unknown: "The payment service does not have this payment.",
    status: "Its status is “{status}” ({meaning}); only a paid payment can be refunded.",
    nothing: "Nothing was sent and no money moved.",
  },
  onHold: {
    title: "Refunds are on hold",
    body: "Paydeck was restored from a backup. No refund is sent until the operator of Paydeck releases refunds.",
  },
  forbidden: {
    title: "Your role cannot refund",
    body: "Nothing was sent. The attempt was recorded. Ask someone in finance to refund it.",
  },
  balanceUnknown: {
    title: "The remaining balance is not available",
    body: "You can refund once it is.",
  },
  accepted: {
    title: "The payment service accepted the refund",
    follow: "View refund",
    opening: "Opening the live status of {refundId}…",
    status: "The live status is on the page of {refundId}.",
  },
  blocked: {
    unknownTitle: "Outcome unknown: an earlier refund of this payment",
    sendingTitle: "Another refund of this payment is being sent",
    body: "<person></person> requested {amount} on <time></time>. Until the outcome is known, the amount stays reserved and no other refund can start.",
    seeRefunds: "View refunds",
  },
  overtaken: {
    title: "Your refund was not sent",
    back: "Back to the form",
    body: "<person></person> requested {amount} of this payment a moment earlier, and that is decided now. Nothing was sent for yours. Check the remaining balance before you send it.",
  },
  withdrawn: {
    title: "Request withdrawn",
    body: "Nothing was refunded. This request refunds nothing, even if it arrives later.",
  },
  unknown: {
    notReceivedTitle: "Paydeck has not received the request yet",
    notReceived:
      "The connection was lost while sending, and the request may still arrive. Send it again: it keeps its id, and each id refunds once. Or withdraw it, as closing this dialog does: then it refunds nothing, even if it arrives later.",
    sendAgain: "Send the same request again",
    withdraw: "Withdraw request",
    withdrawalLost:
      "The withdrawal did not reach Paydeck either. Try again once the connection is back. If you leave now, check this payment’s refunds before you refund it again.",
    turnedAway:
      "Paydeck did not accept this: you are signed out, or your account or role has changed. Check this payment’s refunds for the outcome of the request.",
    leave: "Leave anyway",
    tooLate: "The request arrived before it could be withdrawn.",
    brokeTitle: "The connection to Paydeck was lost",
    broke:
      "It was lost while sending. Paydeck is checking whether the request arrived: keep this open, and do not refund it another way. Closing this dialog withdraws the request.",
    title: "Outcome unknown",
    sent: "The request was sent, but no usable response came back. The money may or may not have been sent back to the customer.",
    reservedAmount:
      "{amount} stays reserved, and no other refund of this payment can start, until the outcome is known. Do not refund it another way.",
    reserved:
      "Its amount stays reserved, and no other refund of this payment can start, until the outcome is known. Do not refund it another way.",
    checking: "Paydeck keeps checking, even when this is closed.",
    obstacles: {
      no_means:
        "Paydeck cannot find the outcome: this payment service can neither repeat the request safely nor list its refunds. Look for the refund at the gateway, or ask the service’s operator. Finance then records the outcome.",
      other_service:
        "Paydeck cannot find the outcome: it now uses a different payment service than the one this was sent to. Ask that service’s operator. Finance then records the outcome.",
    },
    findOut: "Record the outcome",
    refusedTitle: "The payment service refused the refund",
    notSentTitle: "The request was not sent",
    nothingRefunded: "No money was sent back. The amount can be refunded again.",
  },
  backToPayment: "Back to the payment",
} as const;
