export const notes = {
  title: "Notes",
  none: "No notes yet.",
  hint: "Visible to everyone who may see this record. Type @ to mention a colleague, # before a merchant reference to link it.",
  left: "{n, plural, one {# character left} other {# characters left}}",
  edited: "Edited <at></at>",
  earlier: "Until <at></at>",
  deleted: "Deleted by {by}, <at></at>",
  add: { label: "Add a note", invitation: "Add a note. @ mentions a colleague.", submit: "Add note" },
  edit: { open: "Edit", label: "Edit the note", submit: "Save", discard: "Discard changes" },
  delete: {
    open: "Delete",
    title: "Delete this note?",
    meaning: "The text and its earlier versions are erased for good. That there was a note stays visible.",
    keep: "Keep note",
    confirm: "Delete note",
  },
  mention: { people: "People to mention" },
  on: {
    payment: "on the payment",
    refund: "on the refund",
    refund_intent: "on the refund attempt",
    approval: "on the approval",
    bulk_run: "on the bulk run",
  },
  error: {
    blank: "Write something first.",
    too_long: "Too long. Shorten it to {max, number} characters.",
    characters: "It contains a character that can’t be stored. Remove it and try again.",
    card_number: "This looks like a card number. Remove it; write at most its last four digits.",
    too_many_mentions: "At most {max} people can be mentioned.",
    too_many_mentions_of_hour:
      "You have notified {max} people within an hour, which is the limit. Save it without mentions, or try again later.",
    too_many: "There are {max} notes here, which is the limit. Edit an existing one.",
    not_found: "The note was not saved: it was deleted, or what it is about no longer exists.",
    changed:
      "The note was saved or edited elsewhere in the meantime. Copy your text, reload the page and edit the note.",
    forbidden: "Your role does not allow this. Nothing was changed.",
    signed_out: "You have been signed out. Copy your text, then sign in again.",
    cut_off:
      "The connection was lost, so it is unclear whether this was saved. Try again: it is saved only once.",
  },
  list: {
    label: "Notes, newest first",
    found: "Notes with these words",
    subject: {
      payment: "Payment {id}",
      refund: "Refund {id}",
      refund_intent: "Refund attempt",
      approval: "Approval",
      bulk_run: "Bulk run",
    },
  },
} as const;
