import { randomUUID } from "node:crypto";
import { HEADERS } from "@/lib/contract/canonical";
import { ENDPOINTS, OPS_ENDPOINTS, type EndpointName, type OpsEndpointName } from "@/lib/contract/endpoints";
import {
  cancelResponseSchema,
  initiateRefundResponseSchema,
  refundBalanceResponseSchema,
  refundSearchResponseSchema,
  refundStatusResponseSchema,
  transactionStatusResponseSchema,
  type RefundBalance,
  type RefundRecord,
  type TransactionRecord,
} from "@/lib/contract/responses";
import { parseAmount } from "@/lib/money";
import type { Clock } from "@/server/platform/clock";
import type { Logger } from "@/server/platform/log";
import { z } from "zod";
import type { Answer } from "./answer";
import { createCapabilities, type Capabilities } from "./capabilities";
import { classify, type Expectation } from "./classify";
import { classifyOps } from "./classify-ops";
import type { RoutingClientEnv } from "./env";
import { exchange, type Exchange } from "./exchange";
import { opsSignatureHeaders, signatureHeaders } from "./sign";

export type RefundOrder = {
  transactionId: string;
  /** The very text that is hashed and sent (section 4.4, rule 3). */
  amount: string;
  reason: string | null;
  idempotencyKey: string;
};

export type AcceptedRefund = z.infer<typeof initiateRefundResponseSchema>;
export type RefundPage = z.infer<typeof refundSearchResponseSchema>;

/**
 * The only door to the routing service: it signs, sends, waits no longer than its time-out, and says what is known
 * afterwards. Nothing here throws for what the service does; see {@link Answer}.
 */
export type RoutingClient = {
  /** Which service this is: intents of one service are never resolved against another. Holds no secret. */
  readonly serviceAddress: string;
  readonly timeoutMs: number;
  transactionStatus(reference: string): Promise<Answer<TransactionRecord[]>>;
  cancelTransaction(reference: string): Promise<Answer<{ message: string }>>;
  initiateRefund(order: RefundOrder): Promise<Answer<AcceptedRefund>>;
  refundStatus(refundId: string): Promise<Answer<RefundRecord>>;
  refundBalance(transactionId: string): Promise<Answer<RefundBalance>>;
  /** One page, newest first. */
  refundSearch(transactionId: string, cursor: string | null): Promise<Answer<RefundPage>>;
  capabilities(): Promise<Capabilities>;
};

const cancelledSchema = cancelResponseSchema.extend({ success: z.literal(true) });

export function createRoutingClient(options: {
  env: RoutingClientEnv;
  clock: Clock;
  logger: Logger;
}): RoutingClient {
  const { env, clock, logger } = options;
  const credentials = { apiKey: env.apiKey, apiSalt: env.apiSalt };
  const serviceAddress = `${env.baseUrl.origin}${env.baseUrl.pathname}`.replace(/\/+$/, "");

  async function call<T>(
    endpoint: EndpointName,
    fields: Record<string, string>,
    expected: Expectation<T>,
    extra: { isWrite: boolean; headers?: Record<string, string> },
  ): Promise<Answer<T>> {
    const { path, hashed } = ENDPOINTS[endpoint];
    const outcome = await send({
      path,
      method: "POST",
      headers: {
        ...signatureHeaders(
          credentials,
          hashed.map((field) => fields[field] ?? ""),
        ),
        ...extra.headers,
      },
      body: JSON.stringify(fields),
      isWrite: extra.isWrite,
    });
    return logged(endpoint, classify(endpoint, expected, outcome));
  }

  function callOps(
    endpoint: OpsEndpointName,
    fields: Record<string, string | number> | null,
  ): Promise<Exchange> {
    const { path, method } = OPS_ENDPOINTS[endpoint];
    const body = fields === null ? "" : JSON.stringify(fields);
    const headers = opsSignatureHeaders(credentials, { method, path, body, at: clock.now() });
    return send({ path, method, headers, body, isWrite: false });
  }

  function send(request: {
    path: string;
    method: "GET" | "POST";
    headers: Record<string, string>;
    body: string;
    isWrite: boolean;
  }): Promise<Exchange> {
    return exchange({
      ...request,
      url: new URL(`${serviceAddress}${request.path}`),
      headers: { ...request.headers, [HEADERS.requestId]: randomUUID() },
      timeoutMs: env.timeoutMs,
    });
  }

  function logged<T>(endpoint: EndpointName | OpsEndpointName, answer: Answer<T>): Answer<T> {
    if (answer.kind === "unknown") logger.warn({ endpoint, reason: answer.reason }, "no usable answer");
    if (answer.kind === "not_sent") logger.warn({ endpoint }, "the routing service could not be reached");
    return answer;
  }

  return {
    serviceAddress,
    timeoutMs: env.timeoutMs,
    transactionStatus: (reference) =>
      call(
        "transaction_status",
        { merchant_transaction_id: reference },
        {
          statuses: [200],
          schema: transactionStatusResponseSchema,
          isAboutRequest: (records) =>
            records.every((record) => record.merchant_transaction_id === reference),
        },
        { isWrite: false },
      ),
    cancelTransaction: (reference) =>
      call(
        "transaction_cancel",
        { merchant_transaction_id: reference },
        { statuses: [200], schema: cancelledSchema, isAboutRequest: () => true },
        { isWrite: true },
      ),
    initiateRefund: (order) =>
      call(
        "refund_initiate",
        {
          transaction_id: order.transactionId,
          refund_amount: order.amount,
          ...(order.reason === null ? {} : { refund_reason: order.reason }),
        },
        {
          statuses: [200, 201],
          schema: initiateRefundResponseSchema,
          isAboutRequest: (refund) =>
            refund.transaction_id === order.transactionId && isSameAmount(refund.refund_amount, order.amount),
        },
        { isWrite: true, headers: { [HEADERS.idempotencyKey]: order.idempotencyKey } },
      ),
    refundStatus: (refundId) =>
      call(
        "refund_status",
        { refund_id: refundId },
        {
          statuses: [200],
          schema: refundStatusResponseSchema,
          isAboutRequest: (refund) => refund.refund_id === refundId,
        },
        { isWrite: false },
      ),
    async refundBalance(transactionId) {
      const outcome = await callOps("refund_balance", { transaction_id: transactionId });
      const isAboutRequest = (balance: RefundBalance): boolean => balance.transaction_id === transactionId;
      return logged(
        "refund_balance",
        classifyOps({ schema: refundBalanceResponseSchema, isAboutRequest }, outcome),
      );
    },
    async refundSearch(transactionId, cursor) {
      const fields = { transaction_id: transactionId, ...(cursor === null ? {} : { cursor }) };
      const isAboutRequest = (page: RefundPage): boolean =>
        page.refunds.every((refund) => refund.transaction_id === transactionId);
      return logged(
        "refund_search",
        classifyOps(
          { schema: refundSearchResponseSchema, isAboutRequest },
          await callOps("refund_search", fields),
        ),
      );
    },
    capabilities: createCapabilities({ clock, ask: () => callOps("capabilities", null) }),
  };
}

function isSameAmount(left: string, right: string): boolean {
  const [a, b] = [parseAmount(left), parseAmount(right)];
  return a.ok && b.ok && a.value === b.value;
}
