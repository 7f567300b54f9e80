/**
 * The routes of `app/`, as labels of metrics: parameters have names, so that no id becomes a label. A test compares them
 * with the files.
 */
export const ROUTES: readonly string[] = [
  "/",
  "/account",
  "/account/notifications",
  "/all-accounts",
  "/all-accounts/queues",
  "/all-accounts/search",
  "/api/all-accounts/export/lines",
  "/api/auth/:nextauth",
  "/api/bulk",
  "/api/bulk/:runId",
  "/api/bulk/:runId/result",
  "/api/bulk/template",
  "/api/export/audit",
  "/api/export/files/:runId",
  "/api/export/lines",
  "/api/export/payments",
  "/api/export/manual-refunds",
  "/api/export/refunds",
  "/api/export/refunds/selected",
  "/api/export/webhook-deliveries",
  "/api/lines",
  "/api/live/payments",
  "/api/live/refunds",
  "/api/notes",
  "/api/notes/people",
  "/api/notifications",
  "/api/notifications/read",
  "/api/notifications/unread",
  "/api/payments/:transactionId",
  "/api/payments/:transactionId/contact",
  "/api/payments/:transactionId/customer",
  "/api/refund-form",
  "/api/refund-intents/:intentId",
  "/api/refunds/:refundId",
  "/api/request-form",
  "/api/request-reasons",
  "/api/rules/current",
  "/api/rules/replay",
  "/api/rules/simulate",
  "/api/search",
  "/api/search/hits",
  "/api/unsubscribe/:token",
  "/approvals",
  "/approvals/:approvalId",
  "/approvals/rules",
  "/audit",
  "/bulk",
  "/bulk/:runId",
  "/bulk/new",
  "/channels",
  "/exports",
  "/gateways",
  "/invitation/:token",
  "/keys",
  "/login",
  "/login/provider",
  "/login/second-factor",
  "/merchant-accounts",
  "/notifications",
  "/overview",
  "/payments",
  "/payments/:transactionId",
  "/payments/customers/:customerId",
  "/payments/find",
  "/payments/new",
  "/people",
  "/people/:personId",
  "/people/invite",
  "/people/roles",
  "/people/roles/:roleId",
  "/people/roles/new",
  "/queues",
  "/reasons",
  "/reconciliation",
  "/reconciliation/:runId",
  "/reconciliation/findings/:findingId",
  "/refunds",
  "/refunds/:refundId",
  "/refunds/manual",
  "/refunds/requests/:intentId",
  "/requests",
  "/requests/:requestId",
  "/rules",
  "/rules/experiments",
  "/rules/versions",
  "/rules/versions/:version",
  "/settings",
  "/status",
  "/unsubscribe/:token",
  "/stuck",
  "/webhooks",
  "/webhooks/:endpointId",
  "/webhooks/deliveries",
  "/webhooks/deliveries/:deliveryId",
];

/** Addresses that the front answers itself. */
const OWN: readonly string[] = ["/healthz", "/readyz", "/metrics"];

const EXACT = new Set([...OWN, ...ROUTES.filter((route) => !route.includes(":"))]);

const WITH_PARAMETERS = ROUTES.filter((route) => route.includes(":")).map((route) => ({
  route,
  segments: route.split("/"),
}));

/** The route of a path: one of a fixed list, whatever is requested. */
export function routeLabel(path: string): string {
  if (path.startsWith("/_next/static/")) return "/_next/static/*";
  const plain = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  if (EXACT.has(plain)) return plain;
  if (plain.startsWith("/api/auth/")) return "/api/auth/:nextauth";
  const sent = plain.split("/");
  const found = WITH_PARAMETERS.find(
    ({ segments }) =>
      segments.length === sent.length &&
      segments.every((segment, index) => segment.startsWith(":") || segment === sent[index]),
  );
  return found?.route ?? "unknown";
}

const METHODS: readonly string[] = ["GET", "HEAD", "POST"];

/** The method of a request, one of few. */
export function methodLabel(method: string | undefined): string {
  return method !== undefined && METHODS.includes(method) ? method : "other";
}
