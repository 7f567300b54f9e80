import type { PaymentMethod } from "@/lib/contract/statuses";
import type { Payment } from "../../domain/payments/payment";
import type { CheckoutStage, CheckoutView } from "../../usecases/checkout/view-checkout";
import { document, type Page } from "./document";
import { html, type Html } from "./html";
import {
  amountOf,
  facts,
  METHOD_NAMES,
  METHODS_IN_ORDER,
  payHeader,
  stateHeader,
  timeElement,
  type Tone,
} from "./parts";
import { returnAddress } from "./return-address";

type Ended = Extract<CheckoutStage, { kind: "ended" }>;

/** The hosted checkout (decision 0038): amount, merchant and choices while the payment is open, else its outcome. */
export function checkoutPage(view: CheckoutView): Page {
  const { stage, isTest, isRetryOffered } = view;
  const whom = `${amountOf(view)} to ${view.merchantName}`;
  switch (stage.kind) {
    case "choosing":
      return document({ title: `Pay ${whom}`, main: choosing(view, stage.methods), isTest });
    case "preparing":
    case "elsewhere":
      return document({ title: `Pay ${whom}`, main: preparing(view), isTest });
    case "closed":
      return document({ title: `${CLOSED.title} · ${whom}`, main: closed(view), isTest });
    case "expired": {
      const note = expiredNote(chargeNote(view), isRetryOffered);
      return document({
        title: `${note.title} · ${whom}`,
        main: ended(view, note, isRetryOffered),
        isTest,
      });
    }
    case "ended": {
      const note = noteOf(stage, chargeNote(view), isRetryOffered);
      return document({
        title: `${note.title} · ${whom}`,
        main: ended(view, note, isRetryOffered),
        isTest,
      });
    }
  }
}

type StateNote = { tone: Tone; title: string; text: string };

const NOTHING_CHARGED = "Nothing was charged.";
const GOING_BACK = "You were charged all the same: the money is on its way back to you.";
const NOT_KNOWN = "If you have paid all the same, the money comes back to you by itself.";

/** What is known of the money of an unpaid payment: while it is polled, the gateway may still have charged it. */
function chargeNote({ stage, payment }: CheckoutView): string {
  if (stage.kind === "ended" && stage.isReversed) return GOING_BACK;
  return payment.polledUntil === null ? NOTHING_CHARGED : NOT_KNOWN;
}

function expiredNote(charge: string, isRetryOffered: boolean): StateNote {
  const text = `The time to pay is over. ${charge}${againOf(isRetryOffered)}`;
  return { tone: "calm", title: "This payment has expired", text };
}

function againOf(isRetryOffered: boolean): string {
  return isRetryOffered ? " You can try again." : " Ask the merchant for a new link to pay.";
}

function noteOf({ status, hasExpired }: Ended, charge: string, isRetryOffered: boolean): StateNote {
  const text = `${charge}${againOf(isRetryOffered)}`;
  switch (status) {
    case "SUCCESS":
      return { tone: "good", title: "Payment received", text: "Thank you. You can close this page." };
    case "FAILURE":
      return { tone: "bad", title: "Payment failed", text };
    case "DROP":
      return hasExpired
        ? expiredNote(charge, isRetryOffered)
        : { tone: "calm", title: "Payment not completed", text };
    case "CANCELLED":
      return {
        tone: "calm",
        title: "Payment cancelled",
        text: `The merchant has cancelled this payment, and it can no longer be paid. ${charge}`,
      };
  }
}

const CLOSED: StateNote = {
  tone: "calm",
  title: "This payment cannot be paid",
  text: "It is a test payment, and test payments are off. Nothing was charged. Leave it, then try again or ask the merchant.",
};

/** The customer leaves first: the next attempt follows the rules, which skip the gateway that is off. */
function closed(view: CheckoutView): Html {
  return html`${stateHeader(view, CLOSED)} ${facts(view)}
    <form method="post">
      <button class="primary" name="outcome" value="drop">Leave without paying</button>
    </form>`;
}

function choosing(view: CheckoutView, offered: readonly PaymentMethod[]): Html {
  const { payment } = view;
  return html`${payHeader(view)}
    <p class="deadline">Pay before ${timeElement(payment.expiresAt)}</p>
    <form method="post">
      ${methodChoice(METHODS_IN_ORDER.filter((method) => offered.includes(method)))}
      <button class="primary" name="outcome" value="success">Pay ${amountOf(view)}</button>
      <button class="sandbox" name="outcome" value="failure">Simulate a failed payment</button>
      <button class="quiet" name="outcome" value="drop">Leave without paying</button>
    </form>
    ${facts(view)}`;
}

/** Radio buttons with the first one selected; a single method is shown as text. */
function methodChoice(methods: readonly PaymentMethod[]): Html {
  const [first, ...others] = methods;
  if (first === undefined) return html``;
  if (others.length === 0) {
    return html`<p class="method-only">
      Pay with <strong>${METHOD_NAMES[first]}</strong><input type="hidden" name="method" value="${first}" />
    </p>`;
  }
  const options = methods.map((method, index) => {
    const input =
      index === 0
        ? html`<input type="radio" name="method" value="${method}" checked />`
        : html`<input type="radio" name="method" value="${method}" />`;
    return html`<label>${input}<span>${METHOD_NAMES[method]}</span></label>`;
  });
  return html`<fieldset>
    <legend>Pay with</legend>
    <div class="methods">${options}</div>
  </fieldset>`;
}

function preparing(view: CheckoutView): Html {
  return html`${payHeader(view)}
    <p class="note" role="status">The payment is being prepared. Reload this page in a moment.</p>
    ${facts(view)}`;
}

function ended(view: CheckoutView, note: StateNote, isRetryOffered: boolean): Html {
  const { payment } = view;
  const retry = isRetryOffered
    ? html`<form method="post"><button class="primary" name="outcome" value="retry">Try again</button></form>`
    : html``;
  return html`${stateHeader(view, note)} ${facts(view, endedRows(payment))} ${retry}
  ${backLink(payment, isRetryOffered)}`;
}

function endedRows({ status, paidMethod, completedAt }: Payment): Parameters<typeof facts>[1] {
  if (status !== "SUCCESS" || completedAt === null) return [];
  return [
    ...(paidMethod === null ? [] : [{ name: "Paid with", value: html`${METHOD_NAMES[paidMethod]}` }]),
    { name: "Paid on", value: timeElement(completedAt) },
  ];
}

/** A payment that has only expired has no final status to return with yet. */
function backLink(payment: Payment, isSecondary: boolean): Html {
  const back = payment.status === "INITIATED" ? null : returnAddress(payment);
  if (back === null) return html``;
  const classes = isSecondary ? "button" : "button primary";
  return html`<div class="actions">
    <a class="${classes}" href="${back}" rel="noreferrer">Return to the merchant</a>
  </div>`;
}
