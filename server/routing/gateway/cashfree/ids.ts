/** Where Cashfree has a link, an order and its refunds, and how a refund is named here. */
export const linkPath = (id: string): string => `/links/${encodeURIComponent(id)}`;
export const orderPath = (id: string): string => `/orders/${encodeURIComponent(id)}`;
export const refundsPath = (orderId: string): string => `${orderPath(orderId)}/refunds`;

const SEPARATOR = ":";

/** Cashfree finds a refund only by both of its ids: the order's, and ours. Neither contains a colon. */
export function gatewayRefundIdOf(orderId: string, refundId: string): string {
  return `${orderId}${SEPARATOR}${refundId}`;
}

/** Null for an id that this adapter did not make. */
export function readGatewayRefundId(id: string): { orderId: string; refundId: string } | null {
  const [orderId, refundId, ...rest] = id.split(SEPARATOR);
  return orderId === undefined || refundId === undefined || rest.length > 0 ? null : { orderId, refundId };
}
