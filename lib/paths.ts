/** Every address of the dashboard is built here, so that none is spelled twice. */
export const paths = {
  login: (from?: string) => (from === undefined ? "/login" : `/login?from=${encodeURIComponent(from)}`),
  payments: (reference?: string) =>
    reference === undefined ? "/payments" : `/payments?reference=${encodeURIComponent(reference)}`,
  refunds: (cursor?: string) =>
    cursor === undefined ? "/refunds" : `/refunds?cursor=${encodeURIComponent(cursor)}`,
  refund: (refundId: string) => `/refunds/${encodeURIComponent(refundId)}`,
  api: {
    payments: (reference: string) => `/api/payments?reference=${encodeURIComponent(reference)}`,
    refund: (refundId: string) => `/api/refunds/${encodeURIComponent(refundId)}`,
    refundForm: (reference: string, transactionId: string) =>
      `/api/refund-form?reference=${encodeURIComponent(reference)}&transaction=${encodeURIComponent(transactionId)}`,
    refundIntent: (intentId: string) => `/api/refund-intents/${encodeURIComponent(intentId)}`,
  },
} as const;

/** A path to go to after sign-in: only a path of this site, never another host (`//host`, `/\host`). */
export function safeReturnPath(candidate: string | undefined | null): string {
  if (candidate === undefined || candidate === null) return paths.payments();
  if (!/^\/(?![/\\])[^\s\\]*$/.test(candidate)) return paths.payments();
  return candidate;
}
