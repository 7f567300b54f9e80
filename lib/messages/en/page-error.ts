/** Apart from the rest, because the page that replaces a broken root layout carries it itself: plain texts, unparsed. */
export const pageError = {
  title: "This page could not be shown",
  body: "Something went wrong in Paydeck while reading it. Nothing was changed and no money moved because of it. If it stays this way, tell an administrator.",
  code: "The code for the server’s log:",
  tryAgain: "Try again",
} as const;
