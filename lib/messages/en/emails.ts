/** What Paydeck sends by e-mail. The words of a notification itself are those of the screens. */
export const emails = {
  one: "{title}: {body}",
  many: "{count, plural, one {# notification} other {# notifications}}: {title}",
  more: "{count, plural, one {and # more} other {and # more}}",
  open: "Open in Paydeck",
  openAll: "View all in Paydeck",
  account: "Merchant account: {name}",
  settings: "Notification settings",
  why: "You get this email because you have an account at {host}. Links ask you to sign in.",
  unsubscribe: {
    title: "Emails from Paydeck",
    body: "Stop notifications by email? You still see them in Paydeck, and can turn emails on again in your settings. Security notices are sent anyway.",
    action: "Stop emails",
    stopped: "You get no more notifications by email",
    stoppedBody:
      "You still see them in Paydeck. Only security notices are sent. Turn emails on again in your settings.",
    invalid: "This link is not valid",
    invalidBody: "Nothing was changed. Choose your emails in your settings.",
  },
  test: {
    subject: "Paydeck can send you email",
    body: "This is the test message that you requested. Notifications will arrive at this address.",
  },
  invitation: {
    subject: "Your access to Paydeck",
    greeting: "Hello {name},",
    body: "an admin has created a link for you to set your Paydeck password. It works once and expires after three days.",
    action: "Set your password",
    careful: "If you did not expect this, ignore it. Nobody at Paydeck asks for your password.",
  },
} as const;
