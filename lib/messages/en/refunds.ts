export const refunds = {
  title: "Refunds",
  loading: "Loading the refunds",
  meaning: {
    INITIATED: "Accepted; it has not reached the gateway yet",
    PROCESSING: "The gateway is sending the money back",
    SUCCESS: "The money has been sent back to the customer",
    FAILURE: "No money was sent back; the amount counts as refundable again",
  },
  one: {
    loading: "Loading the refund",
    title: "Refund",
    lastKnown: "Last known: {meaning}",
    unknownTitle: "The refund’s status is not known",
    unknownBody: "It goes on at the payment service whether or not it can be seen from here.",
    notFoundTitle: "No refund has this id",
    notFoundBody:
      "The payment service knows no such refund for this merchant. Check the id against where it came from.",
    goneTitle: "The payment service no longer knows this refund",
    goneBody:
      "It told of it before. What you see is what it told last, and nothing says that the money did or did not go out: ask the people who run the service. Paydeck keeps asking.",
    failedTitle: "The gateway did not carry the refund out",
    failedBody:
      "The customer got nothing back. The amount is in the refundable balance again, so it can be refunded anew from the payment.",
    goToPayment: "Go to the payment",
    gatewayId: "Gateway id",
    notAssigned: "Not assigned yet",
    notGiven: "Not given",
    requested: "Requested",
    requestedBy: "Requested by",
    outside: "Somebody outside Paydeck",
    completed: "Completed",
    progress: "Progress",
    steps: { requested: "Requested", gateway: "At the gateway", back: "Sent back" },
    stepStates: { done: "done", now: "now", ahead: "not yet", failed: "failed" },
  },
} as const;
