export const actions = {
  exportProblem: {
    title: "Nothing was exported",
    database: "Paydeck’s database did not respond. Try again in a moment.",
    unavailable: "The payment service returned no usable response. Try again in a moment.",
    key_refused: "The payment service refused Paydeck’s key. Tell an admin.",
    busy: "The payment service is busy. Try again in a few minutes.",
    expired_search: "The search by contact has expired. Enter the contact again, then export.",
    not_offered: "This payment service has no list to export.",
    invalid: "A filter or the format in the link is not valid. Correct it, then export.",
    forbidden: "Your role does not allow this export. Ask an admin if you need access.",
    file_gone:
      "This file is no longer available, or it belongs to somebody else. Files are deleted after a week.",
    own_exports:
      "Two of your exports are still running. Wait for one to finish, or stop it in the browser, then export again.",
    all_exports: "Too many exports are running right now. Try again in a minute.",
  },
  refused: {
    title: "The service refused this. Nothing was changed",
    said: "Message from the service: {words}",
    atFields: "Correct the marked fields.",
  },
  conflict: {
    title: "This has changed meanwhile. Nothing was saved",
    body: "Check the current state, then try again.",
  },
  notFound: {
    title: "This no longer exists. Nothing was changed",
    body: "Someone may have removed it. Reload the page.",
  },
  notOffered: {
    title: "Not available with this payment service",
    body: "Nothing was sent or changed.",
  },
  unknown: {
    title: "Outcome unknown",
    body: "The request was sent, but no usable response came back. It may or may not have been carried out. Don’t try again before you check.",
  },
  malformed: {
    title: "The form could not be read",
    body: "Nothing was sent or changed. Reload the page and try again.",
  },
  forbidden: {
    title: "Your role does not allow this",
    body: "Nothing was changed. The attempt was recorded in the audit log.",
  },
  unread: {
    notFound: "Not found",
    notFoundBody: "The service does not have this item. It may have been removed, or the link is incomplete.",
    refused: "The service refused this request",
    refusedBody: "Nothing was changed. Clear the filter, or start again from the newest.",
  },
  once: {
    warning: "Shown only once",
    body: "Nobody can view it again, not even the service. Store it with your servers’ secrets before you close this.",
    stored: "I have stored it",
  },
  invalidNumber: "Enter a whole number.",
} as const;
