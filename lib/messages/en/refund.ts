export const refund = {
  awaitingApproval: {
    title: "Waiting for approval",
    money:
      "A second person has to approve this refund. Nothing has been sent; its amount is reserved meanwhile.",
    until: "It runs out on <time></time> if nobody decides.",
    open: "See the request",
  },
  button: "Refund",
  obstacle: {
    role: "Only finance and admins can refund.",
    notPaidYet: "It can be refunded once it is paid.",
    notPaid: "Nothing was paid, so there is nothing to refund.",
  },
  title: "Refund payment",
  transactionId: "transaction id",
  reading: "Reading the remaining balance",
  balance: {
    paid: "Paid",
    refunded: "Refunded",
    inProgress: "In progress",
    left: "Remaining balance",
    after: "Left after this refund",
    mayCountTwice:
      "{amount} of what is in progress is of unknown outcome, and may be counted twice: the service may count it already.",
    ledger: "Counts refunds made in Paydeck: this service does not list others. It has the last word.",
  },
  form: {
    amount: "Refund amount",
    amountHint: "In {currency}, digits only: 1499 or 1499.50",
    all: "Refund all",
    reason: "Reason",
    reasonHint: "Choose one or write your own.",
    note: "Note",
    recipient: "To <customer></customer>, for reference <reference></reference>",
    recipientUnknown: "To the customer who paid, for reference <reference></reference>",
    submit: "Refund",
    submitAmount: "Refund {amount}",
  },
  reasons: {
    customer: "Requested by the customer",
    duplicate: "Duplicate payment",
    order: "Order cancelled",
    goods: "Goods returned",
    amount: "Wrong amount charged",
    fraud: "Suspected fraud",
  },
  fault: {
    empty: "Enter how much to refund.",
    malformed:
      "Write the amount in digits with at most two decimals, like 1499.50: no commas, signs or spaces.",
    zero: "Refund at least 0.01.",
    tooMuch: "No more than {left} is left to refund.",
  },
  invalid: {
    characters: "The reason contains characters that cannot be sent.",
    too_long: "The reason has at most {max, number} characters.",
    incomplete: "The form was not complete. Close it and open it again.",
    unaskable:
      "The payment’s reference or id cannot be sent to the payment service. Close this and open it again.",
    other_values: "This form was sent before with other values. Close it and open it again.",
  },
  problem: {
    refusedTitle: "The payment service refused the refund",
    words: "In its words: <words></words>",
    refused: "No money was sent back. Correct the amount, or close this.",
    exceedsTitle: "More than what is left",
    exceeds: "{left} remains refundable; other refunds hold the rest. Nothing was sent.",
    invalidTitle: "The refund could not be sent",
    invalid: "Nothing was sent and no money moved.",
    notSentTitle: "The refund was not sent",
    notSent: "No money moved, and nothing is reserved. {why}.",
    notSentNext: "Send it again in a moment; if it goes on like this, tell an administrator.",
  },
  notRefundable: {
    title: "This payment can’t be refunded",
    unknown: "The payment service has no such payment.",
    status: "Its status is {status} ({meaning}); only a successful payment can be refunded.",
    nothing: "Nothing was sent and no money moved.",
  },
  forbidden: {
    title: "Your role may not refund",
    body: "Nothing was sent. The attempt was recorded; ask someone in finance to refund it.",
  },
  balanceUnknown: {
    title: "The remaining balance is not known",
    body: "A refund can be entered once it is.",
  },
  accepted: {
    title: "The payment service accepted the refund",
    follow: "Follow it",
    opening: "Opening {refundId}; its status is followed there until the end.",
    standing: "It is {refundId}; its status is followed there until the end.",
  },
  blocked: {
    unknownTitle: "Outcome unknown of an earlier refund",
    sendingTitle: "Another refund of this payment is being sent",
    body: "<person></person> asked for {amount} on <time></time>. Until it is known whether the money was sent back, the amount stays reserved and no other refund can begin.",
    seeRefunds: "See the refunds",
  },
  overtaken: {
    title: "Your refund was not sent",
    back: "Back to the form",
    body: "<person></person> asked for {amount} of this payment a moment earlier, and that is decided now. Nothing was sent for yours. Look at what is left before you send it.",
  },
  withdrawn: {
    title: "The request is withdrawn",
    body: "Nothing was refunded, and nothing will be by this request, even if it arrives later.",
  },
  unknown: {
    notReceivedTitle: "Paydeck has not recorded the request so far",
    notReceived:
      "The connection was lost while it was being sent, and it may still be under way. Send it again: it keeps its id, and an id is carried out once. Or withdraw it, as closing this dialog does: then it is not carried out, even if it arrives later.",
    sendAgain: "Send the same request again",
    withdraw: "Withdraw it",
    withdrawalLost:
      "Paydeck could not be reached to withdraw it either. Try again once the connection is back; if you leave now, look at the refunds of this payment before you refund it anew.",
    turnedAway:
      "Paydeck did not take that from you: you are signed out, or your account or role is another one now. What became of the request has to be looked up in the refunds of this payment.",
    leave: "Leave all the same",
    tooLate: "It had arrived before it could be withdrawn.",
    brokeTitle: "The connection to Paydeck broke",
    broke:
      "It broke while the request was being sent. Whether it arrived is being looked up: keep this open, and don’t refund it another way meanwhile. Closing this dialog withdraws it.",
    title: "Outcome unknown",
    sent: "The request was sent, but no usable answer came back: the money may or may not have been sent back to the customer.",
    reservedAmount:
      "{amount} stays reserved, and no other refund of this payment can begin, until the outcome is known. Don’t refund it another way. Paydeck keeps checking by itself, also when this is closed.",
    reserved:
      "Its amount stays reserved, and no other refund of this payment can begin, until the outcome is known. Don’t refund it another way. Paydeck keeps checking by itself, also when this is closed.",
    refusedTitle: "The payment service refused the refund",
    notSentTitle: "The request was not sent",
    nothingRefunded:
      "No money was sent back, and the amount counts as refundable again. A new refund can be begun.",
  },
  backToPayment: "Back to the payment",
} as const;
