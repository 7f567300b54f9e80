import type { FastifyInstance, FastifyReply } from "fastify";
import { linkOf } from "../../usecases/create-payment";
import type { Deps } from "../../usecases/deps";
import { CHECKOUT_OUTCOMES, submitCheckout } from "../../usecases/submit-checkout";
import { type CheckoutKey, parseCheckoutKey, viewCheckout } from "../../usecases/view-checkout";
import { checkoutPage, noticePage, type Page } from "./page";
import { returnAddress } from "./return-address";

type Params = { Params: { link: string } };

/** The payment link's page (D15). A GET moves nothing; a POST has moved the state before it answers. */
export function registerCheckout(app: FastifyInstance, deps: Deps): void {
  app.get<Params>("/pay/:link", async (request, reply) => {
    const key = parseCheckoutKey(request.params.link);
    return showState(deps, key, reply);
  });

  app.post<Params>("/pay/:link", async (request, reply) => {
    const key = parseCheckoutKey(request.params.link);
    if (key === null) return unknownLink(reply);
    const outcome = readOutcome(request.body);
    if (outcome === null) {
      return send(reply, 400, noticePage("That choice is not known.", ` Go back and choose again.`));
    }
    const result = await submitCheckout(deps, key, outcome);
    switch (result.kind) {
      case "unknown_link":
        return unknownLink(reply);
      case "retried":
        return reply.redirect(linkOf(deps, result.payment), 303);
      case "moved":
        return reply.redirect(returnAddress(result.payment) ?? linkOf(deps, result.payment), 303);
      case "unmoved":
        return showState(deps, key, reply);
    }
  });
}

function readOutcome(body: unknown): (typeof CHECKOUT_OUTCOMES)[number] | null {
  if (!Buffer.isBuffer(body)) return null;
  const sent = new URLSearchParams(body.toString("utf8")).getAll("outcome");
  return sent.length === 1 ? (CHECKOUT_OUTCOMES.find((known) => known === sent[0]) ?? null) : null;
}

async function showState(deps: Deps, key: CheckoutKey | null, reply: FastifyReply): Promise<FastifyReply> {
  const view = key === null ? null : await viewCheckout(deps, key);
  return view === null ? unknownLink(reply) : send(reply, 200, checkoutPage(view));
}

function unknownLink(reply: FastifyReply): FastifyReply {
  return send(reply, 404, noticePage("This payment link is not known.", " Ask the merchant for a new one."));
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
