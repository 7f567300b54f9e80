/** Every page of the navigation, and those outside it. */
export const PAGES = [
  "/overview",
  "/payments",
  "/payments/new",
  "/stuck",
  "/refunds",
  "/approvals",
  "/approvals/rules",
  "/bulk",
  "/bulk/new",
  "/rules",
  "/gateways",
  "/webhooks",
  "/keys",
  "/people",
  "/audit",
  "/account",
] as const;
