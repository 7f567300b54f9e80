export const cancel = {
  button: "Cancel payment",
  obstacle: {
    role: "Only ops, finance and admins can cancel payments.",
  },
  ask: {
    title: "Cancel this payment?",
    warning: "This can’t be undone. The customer can no longer pay, even with the checkout open.",
    keep: "Keep payment",
    confirm: "Cancel payment",
  },
  title: "Cancel payment",
  transactionId: "transaction id",
  outcome: {
    notLatestTitle: "The customer has tried again",
    notLatest:
      "This reference has a newer attempt, {id}. Only the newest can be cancelled. Close this to see both.",
    newerMayBeInstead:
      "This payment is still waiting. This reference has a newer attempt, {id}, which may have been cancelled instead. Close this to see both.",
    unconfirmedTitle: "Cancelled, but not confirmed which attempt",
    unconfirmed:
      "The payment service cancelled the newest attempt, but the status could not be read afterwards. If the customer has tried again, the newer attempt may have been cancelled instead of this one. Close this to check.",
    notFoundTitle: "Payment not found",
    notFound: "The payment service has no payment with this reference. Nothing was cancelled.",
    refusedTitle: "The payment service refused the cancellation",
    refused: "Message from the service: <words></words>",
    refusedMeaning: "The payment has not changed. The customer may still be able to pay.",
    unknownTitle: "Outcome unknown",
    unknown:
      "The request was sent, but no usable response came back. The payment may or may not be cancelled. No money moves because of this. Close this to see its status, which is checked automatically.",
    forbiddenTitle: "Your role cannot cancel payments",
    forbidden: "Nothing was sent. The attempt was recorded. Ask someone in operations to cancel it.",
    cancelledAlreadyTitle: "Already cancelled",
    cancelledAlready: "This payment was already cancelled. The customer can no longer pay it.",
    paidTitle: "The customer paid before it could be cancelled",
    overTitle: "This payment can no longer be cancelled",
    statusThen: "At <time></time> its status was “{status}”: {meaning}.",
    nothingCancelled: "Nothing was cancelled.",
    newerMayBe:
      "This reference has a newer attempt, which may have been cancelled instead. Close this to check.",
    paidCanRefund: "The merchant has the money. You can refund it.",
    paidAskFinance: "The merchant has the money. Ask finance if it must be refunded.",
    refundInstead: "Refund instead",
  },
} as const;
