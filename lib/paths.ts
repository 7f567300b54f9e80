import { PAGES, PAGES_OF_ALL, splitAccount } from "./accounts/split-account";
import type { NoteSubjectKind } from "./notes/note-views";

type RefundLink = {
  reference: string;
  transactionId: string;
  again?: string | undefined;
  request?: string | undefined;
};
type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Every address of the dashboard is built here and nowhere else, without the prefix of an account: links, routers and
 * redirects add the one of their page (decision 0301).
 */
export const paths = {
  login: (from?: string) => withReturnPath("/login", from),
  /** The second step of sign-in, for people with a second factor. */
  secondFactor: (from?: string) => withReturnPath("/login/second-factor", from),
  invitation: (token: string) => `/invitation/${encodeURIComponent(token)}`,
  /** Leads to the payments of an account in which the person has a role. */
  home: () => "/",
  overview: (query: Query = {}) => withQuery("/overview", query),
  payments: (reference?: string) => withQuery("/payments", { reference }),
  /** The list with its filters; see `app/(dashboard)/payments` for their names. */
  paymentList: (query: Query) => withQuery("/payments", query),
  /** The reference is included where known: the service looks up payments by it alone without the ops extension. */
  payment: (transactionId: string, reference?: string): string =>
    paths.paymentPage(transactionId, { reference }),
  /** The payment of a record; the latest attempt opens if the record does not name one. */
  paymentOf: (reference: string, transactionId: string | null): string =>
    transactionId === null ? paths.payments(reference) : paths.payment(transactionId, reference),
  paymentPage: (transactionId: string, query: Query): string =>
    withQuery(`/payments/${encodeURIComponent(transactionId)}`, query),
  /**
   * The refund form of a payment, on its page. Filled in from a refund of it that failed (`again`: its refund id, or the id of its
   * request when it has none), or from the refund request that it accepts. Nothing is sent by opening it.
   */
  refundForm: ({ reference, transactionId, again, request }: RefundLink): string =>
    paths.paymentPage(transactionId, { reference, refund: transactionId, again, request }),
  /** All payments of a customer; the id is of this session alone (decision 0110). */
  customer: (customerId: string) => `/payments/customers/${encodeURIComponent(customerId)}`,
  /** Looks up several pasted identifiers; they are in no address. */
  findLines: () => "/payments/find",
  createPayment: () => "/payments/new",
  stuck: (query: Query = {}) => withQuery("/stuck", query),
  refunds: (cursor?: string) => withQuery("/refunds", { cursor }),
  refundList: (query: Query) => withQuery("/refunds", query),
  refund: (refundId: string) => `/refunds/${encodeURIComponent(refundId)}`,
  /** A refund made in the dashboard, by intent: for those without a refund id. */
  refundIntent: (intentId: string) => `/refunds/requests/${encodeURIComponent(intentId)}`,
  /** Requests of support to finance. */
  requests: (query: Query = {}) => withQuery("/requests", query),
  manualRefunds: (query: Query = {}) => withQuery("/refunds/manual", query),
  request: (requestId: string) => `/requests/${encodeURIComponent(requestId)}`,
  /** What needs attention, by team; without a team what is assigned to the viewer. */
  queues: (query: Query = {}) => withQuery("/queues", query),
  approvals: (query: Query = {}) => withQuery("/approvals", query),
  approval: (approvalId: string, query: Query = {}) =>
    withQuery(`/approvals/${encodeURIComponent(approvalId)}`, query),
  approvalRules: () => "/approvals/rules",
  reasons: () => "/reasons",
  /** All settings; each has an address of its own. */
  settings: () => "/settings",
  merchantAccounts: () => "/merchant-accounts",
  /** These pages cover all accounts of the person, so they belong to no account and have no prefix (decision 0303). */
  allAccounts: () => "/all-accounts",
  allAccountsSearch: (query: Query = {}) => withQuery("/all-accounts/search", query),
  allAccountsQueues: (query: Query = {}) => withQuery("/all-accounts/queues", query),
  bulk: (query: Query = {}) => withQuery("/bulk", query),
  newBulk: (query: Query = {}) => withQuery("/bulk/new", query),
  bulkRun: (runId: string, query: Query = {}) => withQuery(`/bulk/${encodeURIComponent(runId)}`, query),
  rules: () => "/rules",
  ruleVersions: (cursor?: string) => withQuery("/rules/versions", { cursor }),
  ruleExperiments: (cursor?: string) => withQuery("/rules/experiments", { cursor }),
  /** The list, beginning with this experiment. */
  ruleExperiment: (id: number) => withQuery("/rules/experiments", { cursor: String(id + 1) }),
  ruleVersion: (version: number) => `/rules/versions/${String(version)}`,
  gateways: (query: Query = {}) => withQuery("/gateways", query),
  reconciliation: (query: Query = {}) => withQuery("/reconciliation", query),
  reconciliationRun: (runId: string, query: Query = {}) =>
    withQuery(`/reconciliation/${encodeURIComponent(runId)}`, query),
  finding: (findingId: string) => `/reconciliation/findings/${encodeURIComponent(findingId)}`,
  webhooks: () => "/webhooks",
  webhook: (endpointId: string, query: Query = {}) =>
    withQuery(`/webhooks/${encodeURIComponent(endpointId)}`, query),
  webhookDeliveries: (query: Query = {}) => withQuery("/webhooks/deliveries", query),
  webhookDelivery: (deliveryId: string) => `/webhooks/deliveries/${encodeURIComponent(deliveryId)}`,
  keys: (cursor?: string) => withQuery("/keys", { cursor }),
  /** Redirects to the identity provider. */
  loginByProvider: (from?: string) => withReturnPath("/login/provider", from),
  people: () => "/people",
  invitePerson: () => "/people/invite",
  roles: () => "/people/roles",
  newRole: () => "/people/roles/new",
  role: (roleId: string) => `/people/roles/${encodeURIComponent(roleId)}`,
  person: (personId: string) => `/people/${encodeURIComponent(personId)}`,
  audit: (query: Query = {}) => withQuery("/audit", query),
  /** One's own password, second factor and sessions. */
  account: () => "/account",
  notifications: (query: Query = {}) => withQuery("/notifications", query),
  /** A message links here for a person without a session. */
  unsubscribe: (token: string) => `/unsubscribe/${encodeURIComponent(token)}`,
  /** Chat channels that receive notifications. */
  channels: () => "/channels",
  notificationSettings: () => "/account/notifications",
  /** One's own scheduled exports; with a list and its filter, the form of a new one. */
  scheduledExports: (query: Query = {}) => withQuery("/exports", query),
  api: {
    /** The newest, for the bell. */
    notifications: () => "/api/notifications",
    unreadNotifications: () => "/api/notifications/unread",
    /** POST: marks one as read. */
    readNotification: (id: string) => withQuery("/api/notifications/read", { only: id }),
    /** POST, without a session: stops one person's notifications by e-mail. */
    unsubscribe: (token: string) => `/api/unsubscribe/${encodeURIComponent(token)}`,
    /** POST: marks all up to this one as read. */
    readNotifications: (upTo: string) => withQuery("/api/notifications/read", { up_to: upTo }),
    /** POST: the body is the text. */
    search: () => "/api/search",
    /** POST: the body is the text so far. */
    topHits: () => "/api/search/hits",
    /** POST: the body is the lines. */
    lines: () => "/api/lines",
    /** POST. */
    contact: (transactionId: string) => `/api/payments/${encodeURIComponent(transactionId)}/contact`,
    /** POST. */
    customer: (transactionId: string) => `/api/payments/${encodeURIComponent(transactionId)}/customer`,
    requestReasons: () => "/api/request-reasons",
    currentRules: () => "/api/rules/current",
    /** POST, with the arguments as JSON. */
    simulateRules: () => "/api/rules/simulate",
    /** POST, with the arguments as JSON. */
    replayRules: () => "/api/rules/replay",
    /** The filter of a list, the payments of its page, and since when others are newer. */
    livePayments: (query: Query) => withQuery("/api/live/payments", query),
    liveRefunds: (query: Query) => withQuery("/api/live/refunds", query),
    payment: (transactionId: string, reference?: string) =>
      withQuery(`/api/payments/${encodeURIComponent(transactionId)}`, { reference }),
    exportPayments: (query: Query) => withQuery("/api/export/payments", query),
    exportFile: (runId: string) => `/api/export/files/${encodeURIComponent(runId)}`,
    exportLines: () => "/api/export/lines",
    /** POST: of no account, as the page of the search. */
    exportLinesOfAll: () => "/api/all-accounts/export/lines",
    exportRefunds: (query: Query) => withQuery("/api/export/refunds", query),
    /** POST. The query is that of the list, to which a problem leads back. */
    exportSelectedRefunds: (query: Query) => withQuery("/api/export/refunds/selected", query),
    exportManualRefunds: (query: Query) => withQuery("/api/export/manual-refunds", query),
    exportDeliveries: (query: Query) => withQuery("/api/export/webhook-deliveries", query),
    exportAudit: (query: Query) => withQuery("/api/export/audit", query),
    refund: (refundId: string) => `/api/refunds/${encodeURIComponent(refundId)}`,
    refundForm: (
      reference: string,
      transactionId: string,
      filled: { again?: string | undefined; request?: string | undefined } = {},
    ) => withQuery("/api/refund-form", { reference, transaction: transactionId, ...filled }),
    requestForm: (reference: string, transactionId: string) =>
      withQuery("/api/request-form", { reference, transaction: transactionId }),
    refundIntent: (intentId: string) => `/api/refund-intents/${encodeURIComponent(intentId)}`,
    notes: ({ kind, id }: { kind: string; id: string }) => withQuery("/api/notes", { kind, id }),
    notePeople: (kind: NoteSubjectKind) => withQuery("/api/notes/people", { kind }),
    bulkRun: (runId: string) => `/api/bulk/${encodeURIComponent(runId)}`,
    /** Uploads a file: the request body is the file itself. */
    createBulk: (query: Query) => withQuery("/api/bulk", query),
    bulkTemplate: (kind: string) => withQuery("/api/bulk/template", { kind }),
    bulkResult: (runId: string, format: string) =>
      withQuery(`/api/bulk/${encodeURIComponent(runId)}/result`, { format }),
  },
} as const;

/** What works, for everybody. Separate, because only the server links to it: no page has to send it in a script. */
export const STATUS_PATH = "/status";

/**
 * The header in which proxy.ts passes the requested path to the layouts, which get none from Next.js; a browser's value
 * is overwritten.
 */
export const REQUESTED_PATH_HEADER = "x-paydeck-path";

/** Omits unset parameters; an array becomes repeated parameters, in order. */
function withQuery(path: string, query: Query): string {
  const search = Object.entries(query).flatMap(([name, value]) =>
    (typeof value === "string" ? [value] : (value ?? [])).map(
      (text) => `${name}=${encodeURIComponent(text)}`,
    ),
  );
  return search.length === 0 ? path : `${path}?${search.join("&")}`;
}

/**
 * Both the address and the `Referer` of the form's request contain it, and Node accepts 16 kB for a request's line and
 * headers together.
 */
const MAX_SIGN_IN_ADDRESS = 6_000;

/** Leaves out the path to return to when the address would be too long: the start page opens after sign-in. */
function withReturnPath(path: string, from: string | undefined): string {
  const address = withQuery(path, { from });
  return address.length <= MAX_SIGN_IN_ADDRESS ? address : path;
}

/** Longer than any filter of a list. */
const MAX_RETURN_PATH = 4_000;
const NO_HOST = "http://host.invalid";

/**
 * The path to open after sign-in, as a browser would parse it: a page of the dashboard, with the prefix of its account,
 * else the payments page. The
 * result is ASCII, as a `Location` header requires, and starts with exactly one slash: `//host` is another site.
 */
export function safeReturnPath(candidate: string | undefined | null): string {
  if (candidate === undefined || candidate === null) return paths.payments();
  if (!candidate.startsWith("/") || candidate.length > MAX_RETURN_PATH) return paths.payments();
  if (!URL.canParse(candidate, NO_HOST)) return paths.payments();
  const { origin, pathname, search, hash } = new URL(candidate, NO_HOST);
  const { slug, path: place } = splitAccount(pathname);
  const page = /^\/([a-z-]+)(?:\/|$)/.exec(place)?.[1];
  const known: readonly string[] = slug === null ? [...PAGES, ...PAGES_OF_ALL] : PAGES;
  if (origin !== NO_HOST || page === undefined || !known.includes(page)) return paths.payments();
  const path = `${pathname}${search}${hash}`;
  // Each character outside ASCII is longer in an address.
  return path.length <= MAX_RETURN_PATH ? path : paths.payments();
}
