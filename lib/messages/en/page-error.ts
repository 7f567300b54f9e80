/** Separate, because the page that replaces a broken root layout has to bundle it: plain texts, without ICU syntax. */
export const pageError = {
  title: "This page could not be shown",
  body: "Something went wrong in Paydeck, or the connection was lost. If you had just sent something, it may have been done: check before you send it again. If this keeps happening, tell an admin.",
  code: "Error code for the server log:",
  tryAgain: "Try again",
} as const;
