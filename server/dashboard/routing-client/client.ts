import { randomUUID } from "node:crypto";
import { SpanKind } from "@opentelemetry/api";
import { type CallOptions, type PaydeckClient, createPaydeckClient } from "@/lib/client";
import type { AcceptedRefund, Called, InitiatedPayment, InitiatePaymentRequest, Keyed } from "@/lib/client";
import { HEADERS } from "@/lib/contract/canonical";
import type { EndpointName } from "@/lib/contract/endpoints";
import type { OpsName, OpsResult } from "@/lib/contract/ops";
import type { RefundBalance } from "@/lib/contract/responses";
import type { Clock } from "@/server/platform/clock";
import type { Logger } from "@/server/platform/log";
import { currentRequestId } from "@/server/platform/request-context";
import { inSpan, traceHeaders } from "@/server/platform/tracing";
import type { CallOutcome, Counters } from "../monitoring/counters";
import { createCapabilities, type Capabilities } from "./capabilities";
import type { RoutingClientEnv } from "./env";
import { exchange } from "./exchange";

export type { AcceptedRefund, InitiatedPayment, InitiatePaymentRequest } from "@/lib/client";

export type RefundOrder = {
  transactionId: string;
  /** Exactly the text that is hashed and sent (specification 4.4, rule 3). */
  amount: string;
  reason: string | null;
  idempotencyKey: string;
};

export type RefundPage = OpsResult<"refunds.search">;

/**
 * The only access to the routing service: the merchants' client over our own connections, with every failed call in the
 * log. Nothing here throws for a failure of the service.
 */
export type RoutingClient = Pick<
  PaydeckClient,
  "serviceAddress" | "timeoutMs" | "transactionStatus" | "cancelTransaction" | "refundStatus" | "ops"
> & {
  /** Sent again with the same fields and key, it creates one payment (decision 0005). */
  initiatePayment(payment: InitiatePaymentRequest, idempotencyKey: string): Promise<Keyed<InitiatedPayment>>;
  initiateRefund(order: RefundOrder): Promise<Keyed<AcceptedRefund>>;
  refundBalance(transactionId: string): Promise<Called<RefundBalance>>;
  /** One page, newest first. */
  refundSearch(transactionId: string, cursor: string | null): Promise<Called<RefundPage>>;
  /** Cached for minutes. `isFresh`: asked now, for what would be unsafe for so long after an upgrade. */
  capabilities(how?: { isFresh?: boolean }): Promise<Capabilities>;
  /** Asks for a payment that nobody has: whether the service works and accepts the key, whatever else it offers. */
  checkKey(callOptions?: CallOptions): Promise<Called<null>>;
  /** Whether it signs with this API key for the service at this address. */
  signsFor(baseUrl: string, apiKey: string): boolean;
  /** Whether it signs with this API key, for whichever service. */
  signsWith(apiKey: string): boolean;
  /** Whether the service has answered a call of this process with 429 within the last minute. */
  areCallsScarce(): boolean;
};

const OUTCOMES = {
  answered: "ok",
  refused: "refused",
  unknown: "unknown",
  not_sent: "not_sent",
} as const satisfies Record<Called<unknown>["kind"], CallOutcome>;

const SCARCE_FOR_MS = 60_000;

export function createRoutingClient(options: {
  env: RoutingClientEnv;
  clock: Clock;
  logger: Logger;
  counters: Pick<Counters, "serviceCalled">;
}): RoutingClient {
  const { env, clock, logger, counters } = options;
  const client = createPaydeckClient({
    baseUrl: `${env.baseUrl.origin}${env.baseUrl.pathname}`,
    apiKey: env.apiKey,
    salt: env.apiSalt,
    timeoutMs: env.timeoutMs,
    transport: exchange,
    clock,
    headers: headersAlong,
  });

  let turnedAwayAtMs = Number.NEGATIVE_INFINITY;

  async function logged<A extends Called<unknown>>(
    endpoint: EndpointName | OpsName,
    call: () => Promise<A>,
  ): Promise<A> {
    const startedAt = performance.now();
    const response = await inSpan(`routing ${endpoint}`, {}, call, SpanKind.CLIENT);
    counters.serviceCalled(endpoint, OUTCOMES[response.kind], (performance.now() - startedAt) / 1000);
    const { requestId } = response;
    if (isTurnedAway(response)) turnedAwayAtMs = clock.now().getTime();
    if (response.kind === "unknown") {
      const { reason, status, difference } = response;
      const differs = difference === undefined ? {} : { field: difference.field };
      logger.warn({ endpoint, calledAs: requestId, reason, status, ...differs }, "no usable answer");
    }
    if (response.kind === "not_sent") {
      logger.warn({ endpoint, calledAs: requestId }, "the routing service could not be reached");
    }
    return response;
  }

  const ops: RoutingClient["ops"] = (name, fields, callOptions) =>
    logged(name, () => client.ops(name, fields, callOptions));

  const checkKey = async (callOptions?: CallOptions): Promise<Called<null>> => {
    const response = await logged("transaction_status", () =>
      client.transactionStatus(`paydeck-check-${randomUUID()}`, callOptions),
    );
    return response.kind === "answered" ? { ...response, value: null } : response;
  };

  return {
    serviceAddress: client.serviceAddress,
    timeoutMs: client.timeoutMs,
    initiatePayment: (payment, idempotencyKey) =>
      logged("initiate_payment", () => client.initiatePayment(payment, { idempotencyKey })),
    transactionStatus: (reference, callOptions) =>
      logged("transaction_status", () => client.transactionStatus(reference, callOptions)),
    cancelTransaction: (reference, callOptions) =>
      logged("transaction_cancel", () => client.cancelTransaction(reference, callOptions)),
    initiateRefund: ({ transactionId, amount, reason, idempotencyKey }) =>
      logged("refund_initiate", () =>
        client.initiateRefund(
          {
            transaction_id: transactionId,
            refund_amount: amount,
            ...(reason !== null && { refund_reason: reason }),
          },
          { idempotencyKey },
        ),
      ),
    refundStatus: (refundId, callOptions) =>
      logged("refund_status", () => client.refundStatus(refundId, callOptions)),
    ops,
    refundBalance: (transactionId) => ops("refunds.balance", { transaction_id: transactionId }),
    refundSearch: (transactionId, cursor) =>
      ops("refunds.search", { transaction_id: transactionId, ...(cursor !== null && { cursor }) }),
    capabilities: createCapabilities({
      clock,
      ask: () => ops("capabilities", {}),
      checkKey,
    }),
    checkKey,
    signsFor: (baseUrl, apiKey) => apiKey === env.apiKey && baseUrl === addressOf(env.baseUrl),
    signsWith: (apiKey) => apiKey === env.apiKey,
    areCallsScarce: () => Math.abs(clock.now().getTime() - turnedAwayAtMs) < SCARCE_FOR_MS,
  };
}

function addressOf({ origin, pathname }: URL): string {
  return `${origin}${pathname}`.replace(/\/$/, "");
}

/** Whether the response is a 429; one from a proxy before the service has no documented body. */
function isTurnedAway(response: Called<unknown>): boolean {
  if (response.kind === "refused") return response.refusal.kind === "busy";
  return response.kind === "unknown" && response.status === 429;
}

/** The id and trace of the dashboard's own request: the service's log lines and spans join both. */
function headersAlong(): Record<string, string> {
  const requestId = currentRequestId();
  return { ...traceHeaders(), ...(requestId !== null && { [HEADERS.requestId]: requestId }) };
}
