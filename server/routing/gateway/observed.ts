import { SpanKind } from "@opentelemetry/api";
import type { Logger } from "@/server/platform/log";
import { inSpan } from "@/server/platform/tracing";
import type { Metrics } from "../metrics";
import { type Gateway, type Gateways, GatewayUnavailable, type HostedCheckout } from "./port";

/** Wraps gateways so that each call is timed, counted, traced and logged with the id of the request that caused it. */
export function observeGateways(gateways: Gateways, metrics: Metrics, logger: Logger): Gateways {
  return new Map([...gateways].map(([name, gateway]) => [name, observeGateway(gateway, metrics, logger)]));
}

export function observeGateway(gateway: Gateway, metrics: Metrics, logger: Logger): Gateway {
  const { name, hostedCheckout, recognizesCheckout } = gateway;

  async function call<T>(
    operation: string,
    work: () => Promise<T>,
    outcomeOf: (response: T) => string,
  ): Promise<T> {
    const startedAt = performance.now();
    let outcome = "error";
    try {
      const response = await inSpan(
        `${name} ${operation}`,
        { "paydeck.gateway": name },
        work,
        SpanKind.CLIENT,
      );
      outcome = outcomeOf(response);
      return response;
    } catch (error) {
      if (error instanceof GatewayUnavailable) outcome = "unavailable";
      throw error;
    } finally {
      const ms = performance.now() - startedAt;
      metrics.gatewayCalled(name, operation, outcome, ms / 1000);
      logger.info({ gateway: name, operation, outcome, ms }, "gateway called");
    }
  }

  const observedCheckout = (checkout: HostedCheckout): HostedCheckout => ({
    charge: (request) =>
      call(
        "charge",
        () => checkout.charge(request),
        ({ status }) => status,
      ),
  });

  return {
    name,
    capabilities: gateway.capabilities,
    isTest: gateway.isTest,
    takesPayments: gateway.takesPayments,
    openCheckout: (request) =>
      call(
        "open_checkout",
        () => gateway.openCheckout(request),
        (response) => (response.kind === "opened" ? "opened" : response.cause),
      ),
    fetchPayment: (id, purpose) =>
      call(
        "fetch_payment",
        () => gateway.fetchPayment(id, purpose),
        ({ status }) => status,
      ),
    recognizesCheckout:
      recognizesCheckout === null
        ? null
        : (opened) =>
            call(
              "recognize_checkout",
              () => recognizesCheckout(opened),
              (isTheOne) => (isTheOne ? "same" : "another"),
            ),
    voidCheckout: (id) =>
      call(
        "void_checkout",
        () => gateway.voidCheckout(id),
        ({ status }) => status,
      ),
    refund: (request) =>
      call(
        "refund",
        () => gateway.refund(request),
        ({ status }) => status,
      ),
    findSentRefund: (request) =>
      call(
        "find_refund",
        () => gateway.findSentRefund(request),
        (found) => found?.status ?? "none",
      ),
    fetchRefund: (id) =>
      call(
        "fetch_refund",
        () => gateway.fetchRefund(id),
        ({ status }) => status,
      ),
    readNotification: (sent) =>
      call(
        "read_notification",
        () => gateway.readNotification(sent),
        ({ kind }) => kind,
      ),
    hostedCheckout: hostedCheckout === null ? null : observedCheckout(hostedCheckout),
  };
}
