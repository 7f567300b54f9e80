import { createHash } from "node:crypto";
import type { PaymentStatus } from "@/lib/contract/statuses";
import { displayMoney } from "@/lib/money";
import { mayRetry, type Payment } from "../../domain/payment";
import type { CheckoutView } from "../../usecases/view-checkout";
import { html, Html } from "./html";
import { returnAddress } from "./return-address";
import { CHECKOUT_STYLES } from "./styles";

export type Page = { html: string; contentSecurityPolicy: string };

const STYLE_HASH = createHash("sha256").update(CHECKOUT_STYLES).digest("base64");

/** The hosted checkout (D15): amount, merchant and choices while the payment is open, else what became of it. */
export function checkoutPage(view: CheckoutView): Page {
  const { payment } = view;
  const amount = displayMoney(payment.amountPaise, payment.currency);
  const body = html`<main>
    <h1>Pay <bdi>${view.merchantName}</bdi></h1>
    <p class="amount">${amount}</p>
    ${stateNote(payment)}
    <dl>
      <dt>Reference</dt>
      <dd><bdi>${payment.reference}</bdi></dd>
      <dt>Transaction</dt>
      <dd class="mono">${payment.id}</dd>
    </dl>
    ${choices(payment, amount)}
    <footer>Sandbox checkout. No money is moved.</footer>
  </main>`;
  return document(`${amount} to ${view.merchantName}`, body);
}

/** For a link that was never handed out, or an outcome that is none. */
export function noticePage(title: string, text: string): Page {
  const body = html`<main>
    <h1>Checkout</h1>
    <div class="state bad">
      <p><strong>${title}</strong>${text}</p>
    </div>
  </main>`;
  return document(title, body);
}

type StateNote = { tone: "good" | "bad" | "calm"; title: string; text: string };

const STATE_NOTES: Record<PaymentStatus, StateNote | null> = {
  INITIATED: null,
  SUCCESS: { tone: "good", title: "Payment received", text: "Thank you. You can close this page." },
  FAILURE: { tone: "bad", title: "Payment failed", text: "Nothing was charged. You can try again." },
  DROP: { tone: "calm", title: "Payment not completed", text: "Nothing was charged. You can try again." },
  CANCELLED: {
    tone: "calm",
    title: "Payment cancelled",
    text: "The merchant has cancelled this payment. Nothing was charged, and it can no longer be paid.",
  },
};

function stateNote(payment: Payment): Html {
  const note = STATE_NOTES[payment.status];
  if (note === null) return html``;
  return html`<div class="state ${note.tone}" role="status">
    <p><strong>${note.title}</strong>${note.text}</p>
  </div>`;
}

function choices(payment: Payment, amount: string): Html {
  if (payment.status === "INITIATED") {
    if (payment.linkIssuedAt === null)
      return html`<p role="status">The payment is being prepared. Reload in a moment.</p>`;
    return html`<form method="post">
      <button class="primary" name="outcome" value="success">Pay ${amount}</button>
      <button name="outcome" value="failure">Simulate a failed payment</button>
      <button class="quiet" name="outcome" value="drop">Leave without paying</button>
    </form>`;
  }
  const back = returnAddress(payment);
  const backLink =
    back === null
      ? html``
      : html`<a class="button" href="${back}" rel="noreferrer">Return to the merchant</a>`;
  const retry = mayRetry(payment.status)
    ? html`<form method="post"><button class="primary" name="outcome" value="retry">Try again</button></form>`
    : html``;
  return html`${retry}
    <div class="actions">${backLink}</div>`;
}

function document(title: string, body: Html): Page {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${new Html(`<style>${CHECKOUT_STYLES}</style>`)}
      </head>
      <body>
        ${body}
      </body>
    </html>`;
  // A form's redirects count as its targets too, and the merchant's address may lead on to others.
  return {
    html: page.text,
    contentSecurityPolicy:
      `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self' http: https:; ` +
      `base-uri 'none'; frame-ancestors 'none'`,
  };
}
