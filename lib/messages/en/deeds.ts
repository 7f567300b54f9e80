export const deeds = {
  exportProblem: {
    title: "Nothing was exported",
    database: "Paydeck’s own database gave no answer. Try again in a moment.",
    unavailable: "The payment service gave no usable answer. Try again in a moment.",
    key_refused: "The payment service refused Paydeck’s key. Tell an administrator.",
    busy: "The payment service asks for a longer pause. Try again in a few minutes.",
    expired_search: "The search by contact has ended. Enter the contact again, then export.",
    not_offered: "This payment service has no list to export from.",
    invalid: "A filter or the format in the address cannot be read. Put it right, then export.",
    forbidden: "Your role does not allow this export. Ask an admin if you need it for your work.",
    own_exports:
      "Two exports of yours are still under way. Wait until one of them has finished, or stop it in the browser, then export again.",
    all_exports:
      "Paydeck is writing as many exports as it can at once. Nothing is wrong; export again in a minute.",
  },
  refused: {
    title: "The service refused it: nothing was changed",
    said: "The service said: {words}",
    atFields: "What is wrong stands at its field.",
  },
  conflict: {
    title: "Nothing was changed: things are not as they were",
    body: "Look again before you try once more.",
  },
  notFound: {
    title: "It is not there any more: nothing was changed",
    body: "Somebody may have removed it meanwhile. Reload the page.",
  },
  notOffered: {
    title: "This payment service does not offer it",
    body: "Nothing was sent and nothing was changed.",
  },
  unknown: {
    title: "Outcome unknown",
    body: "The request was sent and no usable answer came: it may have been done, or not. Do not simply try again.",
  },
  malformed: {
    title: "The form was not understood",
    body: "Nothing was sent and nothing was changed. Reload the page and try again.",
  },
  forbidden: {
    title: "Your role does not allow this",
    body: "Nothing was changed. The attempt was written to the audit log.",
  },
  unread: {
    notFound: "Not found",
    notFoundBody:
      "The service has nothing of this name. It may have been removed, or the address is incomplete.",
    refused: "The service could not answer this question",
    refusedBody: "Nothing was changed. Clear the filter, or begin again at the newest.",
  },
  once: {
    warning: "Shown this once",
    body: "Nobody can read it again, not even the service. Store it where your servers keep their secrets before you close this.",
    stored: "I have stored it",
  },
  invalidNumber: "Enter a whole number.",
} as const;
