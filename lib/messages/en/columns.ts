export const columns = {
  open: "Columns",
  ofView: "These columns are those of the view in the address. A change makes them your own.",
  always: "Always shown",
  reset: "Back to the usual columns",
  problem: {
    invalid: "These columns can’t be saved. Reload the page and try again.",
    forbidden: "Your role does not allow this. Nothing was changed.",
    signed_out: "You are signed out. Nothing was changed; sign in and try again.",
    lost: "No response arrived. Reload the page to see whether the columns were saved.",
  },
} as const;
