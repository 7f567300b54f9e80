import type { CheckoutView } from "../../usecases/checkout/view-checkout";
import { document, type Page } from "./document";
import { html } from "./html";
import { amountOf, facts, stateHeader } from "./parts";

/**
 * Shown to a customer who came back and whose outcome did not become known while they waited (decision 0038). The page
 * does not reload automatically; the customer can check again, go back to the payment or leave.
 */
export function confirmingPage(view: CheckoutView, links: { payment: string; again: string }): Page {
  const title = "Confirming your payment";
  const text =
    "The outcome is not known yet. Check again in a moment, or close this page: the merchant is notified as soon as it is.";
  const main = html`${stateHeader(view, { tone: "waiting", title, text })} ${facts(view)}
    <div class="actions"><a class="button primary" href="${links.again}">Check again</a></div>
    <section aria-labelledby="not-paid">
      <h2 id="not-paid">Have you not paid yet?</h2>
      <div class="actions"><a class="button" href="${links.payment}">Go back to the payment</a></div>
      <form method="post" action="${links.payment}">
        <button class="quiet" name="outcome" value="drop">Leave without paying</button>
      </form>
      <p class="hint">If you are charged after you have left, the money goes back to you.</p>
    </section>`;
  return document({
    title: `${title} · ${amountOf(view)} to ${view.merchantName}`,
    main,
    isTest: view.isTest,
  });
}
