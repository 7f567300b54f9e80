/** Apart from the rest, because the page that replaces a broken root layout carries it itself: plain texts, unparsed. */
export const pageError = {
  title: "This page could not be shown",
  body: "Something went wrong in Paydeck, or the connection to it was lost. If you had just sent something, look first whether it was done: it may have been. If it stays this way, tell an administrator.",
  code: "The code for the server’s log:",
  tryAgain: "Try again",
} as const;
