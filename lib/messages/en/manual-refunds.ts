/** Refunds made without a payment gateway (decision 0289). */
export const manualRefunds = {
  title: "Manual refunds",
  about:
    "Money that you returned without a payment gateway, by bank transfer or in cash. Paydeck sends nothing for them, and does not count them as refunds sent.",
  tabs: { label: "Manual refunds", waiting: "To confirm", all: "All" },
  empty: {
    filteredTitle: "Nothing has this reason",
    waitingTitle: "Nothing to confirm",
    waitingBody: "Manual refunds that a colleague records wait here for a second person.",
    allTitle: "No manual refunds",
    allBody: "To record one, open the payment.",
  },
  state: {
    WAITING: "To confirm",
    CONFIRMED: "Confirmed",
    VOIDING: "Void to confirm",
    DECLINED: "Declined",
    WITHDRAWN: "Withdrawn",
    VOIDED: "Voided",
  },
  method: {
    bank_transfer: "Bank transfer",
    upi: "UPI",
    cash: "Cash",
    cheque: "Cheque",
    other: "Other",
  },
  paidOn: "Paid on {day}",
  transferReference: "Reference",
  recordedBy: "Recorded by {person}",
  decidedBy: {
    WAITING: "Changed by {person}",
    CONFIRMED: "Confirmed by {person}",
    VOIDING: "Void proposed by {person}",
    DECLINED: "Declined by {person}",
    WITHDRAWN: "Withdrawn by {person}",
    VOIDED: "Voided by {person}",
  },
  ownWaits: "A second person has to confirm it. Until then its amount is already reserved.",
  voidWaits: "A second person has to agree that it is void. Until then its amount stays reserved.",
  approvalNeeded: "Someone who may approve refunds has to decide this.",
  step: {
    confirm: "Confirm",
    decline: "Decline",
    withdraw: "Withdraw",
    propose_void: "Propose to void…",
    void: "Void",
    keep: "Keep as confirmed",
  },
  stepNamed: {
    confirm: "Confirm the manual refund of {amount}",
    decline: "Decline the manual refund of {amount}",
    withdraw: "Withdraw the manual refund of {amount}",
    propose_void: "Propose to void the manual refund of {amount}",
    void: "Void the manual refund of {amount}",
    keep: "Keep the manual refund of {amount} as confirmed",
  },
  reason: { decline: "Why is it declined?", propose_void: "Why is it void?" },
  reasonHint: {
    decline: "Its amount can be refunded again.",
    propose_void:
      "Only if the money did not arrive or came back. Once a second person agrees, its amount can be refunded again.",
  },
  send: { decline: "Decline manual refund", propose_void: "Propose to void" },
  form: {
    title: "Record a manual refund",
    about:
      "For money that you have already returned without a gateway. Paydeck sends nothing: it reserves the amount, so that nobody refunds it again. A second person confirms it.",
    method: "Method",
    choose: "Choose…",
    paidOn: "Paid on",
    transferReference: "Reference",
    transferReferenceHint: "The number on the bank statement or the receipt.",
    note: "Note (optional)",
    noteNeeded: "Note (required for this reason)",
    submit: "Record manual refund",
    submitAmount: "Record {amount} as returned",
  },
  recorded: {
    title: "Manual refund recorded",
    body: "Its amount is reserved. A second person has to confirm it.",
  },
  fault: {
    method: "Choose how it was paid.",
    paidOn: {
      missing: "Enter the day on which it was paid.",
      future: "This day is in the future. Record it when it is paid.",
      too_old: "Check the year.",
    },
    text: {
      missing: "This is required.",
      too_long: "Use up to {max} characters.",
      characters: "This text contains characters that can’t be saved.",
      card_number: "This looks like a card number. Leave it out.",
    },
  },
  exceeds: "Only {left} of this payment is left. Check whether it was refunded already.",
  aboveLimit: {
    title: "More than your role can refund",
    body: "Your role can refund up to {limit} of a payment, and {left} of it is left to you. Nothing was recorded: ask a colleague who can refund more to record it.",
  },
  aboveConfirmLimit: {
    title: "More than your role can confirm",
    body: "Your role can approve up to {limit}. Nothing was changed: ask a colleague who can approve more to confirm it.",
  },
  blocked: {
    title: "A refund of this payment has an unknown outcome",
    body: "Nothing was recorded. It may have been paid: wait for its outcome, or resolve it first.",
  },
  changed:
    "{state, select, CONFIRMED {{person} has confirmed it meanwhile.} DECLINED {{person} has declined it meanwhile.} WITHDRAWN {{person} has withdrawn it meanwhile.} VOIDING {{person} has proposed meanwhile to void it.} VOIDED {{person} has voided it meanwhile.} other {It has changed meanwhile.}}",
  notDone: {
    incomplete: "The form was incomplete. Nothing was changed; reload the page and try again.",
    other_values: "This form was already sent with other values. Reload the page to see what was recorded.",
    own: "You requested, recorded or proposed it, so another person has to do this. Nothing was changed.",
    not_own: "Only the person who recorded it can withdraw it. Nothing was changed.",
    not_found: "This manual refund does not exist.",
    forbidden: "Your role does not allow this. Nothing was changed.",
    cut_off:
      "The connection was lost, so it is not known whether this was saved. Try again: nothing is recorded twice.",
  },
} as const;
