import type { FastifyInstance, FastifyReply } from "fastify";
import { checkoutAddress, RETURNED_FIELD, returnedAddress } from "../../usecases/checkout/checkout-address";
import { MAX_PARAMETERS, parametersOf } from "@/server/platform/query-parameters";
import type { Deps } from "../../usecases/deps";
import {
  submitCheckout,
  CHECKOUT_OUTCOMES,
  type CheckoutChoice,
} from "../../usecases/checkout/submit-checkout";
import {
  type CheckoutKey,
  parseCheckoutKey,
  viewCheckout,
  viewReturned,
} from "../../usecases/checkout/view-checkout";
import { confirmingPage } from "./confirming-page";
import type { Page } from "./document";
import { noticePage } from "./notice-page";
import { checkoutPage } from "./page";
import { returnAddress } from "./return-address";
import { PAYMENT_METHODS } from "@/lib/contract/statuses";

type Route = { Params: { link: string }; Querystring: Record<string, unknown> };

const PATH = "/pay/:link";

/** The payment link's page (decision 0038). A GET changes nothing; a POST commits its change before it responds. */
export function registerCheckout(app: FastifyInstance, deps: Deps): void {
  app.get<Route>(PATH, async (request, reply) => {
    const key = parseCheckoutKey(request.params.link);
    if (key === null) return unknownLink(reply);
    const hasReturned = request.query[RETURNED_FIELD] !== undefined;
    return hasReturned ? showReturned(deps, key, reply) : showState(deps, key, reply);
  });

  app.post<Route>(PATH, async (request, reply) => {
    const key = parseCheckoutKey(request.params.link);
    if (key === null) return unknownLink(reply);
    const choice = readChoice(request.body);
    if (choice === null) return unknownChoice(reply);
    const result = await submitCheckout(deps, key, choice);
    switch (result.kind) {
      case "unknown_link":
        return unknownLink(reply);
      case "method_not_offered":
        return unknownChoice(reply);
      case "retried":
        return reply.redirect(checkoutAddress(deps, result.payment), 303);
      case "moved":
        return reply.redirect(returnAddress(result.payment) ?? checkoutAddress(deps, result.payment), 303);
      case "unanswered":
        return reply.redirect(returnedAddress(deps, result.payment), 303);
      case "unmoved":
        return showState(deps, key, reply);
    }
  });
}

/** The page for a payment's current state, or a redirect to the vendor's page (decision 0038). */
async function showState(deps: Deps, key: CheckoutKey, reply: FastifyReply): Promise<FastifyReply> {
  const view = await viewCheckout(deps, key);
  if (view === null) return unknownLink(reply);
  if (view.stage.kind === "elsewhere") return reply.redirect(view.stage.url, 303);
  return send(reply, 200, checkoutPage(view));
}

/** Redirects a returning customer to the merchant with the outcome, or shows a page that says it is not known yet. */
async function showReturned(deps: Deps, key: CheckoutKey, reply: FastifyReply): Promise<FastifyReply> {
  const view = await viewReturned(deps, key);
  if (view === null) return unknownLink(reply);
  const link = checkoutAddress(deps, view.payment);
  if (view.isAwaited) {
    const again = returnedAddress(deps, view.payment);
    return send(reply, 200, confirmingPage(view, { payment: link, again }));
  }
  switch (view.payment.status) {
    case "SUCCESS":
    case "FAILURE":
    case "DROP":
      return reply.redirect(returnAddress(view.payment) ?? link, 303);
    case "CANCELLED":
    case "INITIATED":
      return reply.redirect(link, 303);
  }
}

function unknownLink(reply: FastifyReply): FastifyReply {
  return send(
    reply,
    404,
    noticePage(
      "This payment link is not known",
      "Check that you have all of it, or ask the merchant for a new one.",
    ),
  );
}

function unknownChoice(reply: FastifyReply): FastifyReply {
  return send(
    reply,
    400,
    noticePage(
      "That choice is not known",
      "Nothing was charged. Go back to the payment page and choose again.",
    ),
  );
}

function send(reply: FastifyReply, status: number, page: Page): FastifyReply {
  return reply
    .code(status)
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": page.contentSecurityPolicy,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    })
    .send(page.html);
}

/** Reads the checkout's form (decision 0038); null when an outcome or a method is unknown or given twice. */
function readChoice(body: unknown): CheckoutChoice | null {
  if (!Buffer.isBuffer(body)) return null;
  const sent = body.toString("utf8");
  if (parametersOf(sent) > MAX_PARAMETERS) return null;
  const form = new URLSearchParams(sent);
  const outcome = only(form.getAll("outcome"), CHECKOUT_OUTCOMES);
  const methods = form.getAll("method");
  const method = methods.length === 0 ? null : only(methods, PAYMENT_METHODS);
  return outcome === undefined || method === undefined ? null : { outcome, method };
}

function only<T extends string>(sent: readonly string[], known: readonly T[]): T | undefined {
  return sent.length === 1 ? known.find((value) => value === sent[0]) : undefined;
}
