/** What each page of the settings is for. */
export const settings = {
  about: {
    account: "Password, two-factor authentication and active sessions",
    notifications: "What you are told of, where and when",
    exports: "Files of lists that are written on schedule",
    people: "Who works in this account, and what they may do",
    reasons: "The reasons that forms and files of refunds offer",
    thresholds: "The amounts from which on a second person approves",
    channels: "Slack, Microsoft Teams, and when to notify",
    audit: "Who did what, and whether the log is intact",
    keys: "What your servers sign requests with",
    webhooks: "Payment events for your servers, and their deliveries",
    accounts: "The merchants in this dashboard, and their keys",
  },
} as const;
