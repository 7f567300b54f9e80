import type { PaymentMethod } from "@/lib/contract/statuses";
import { displayMoney } from "@/lib/money";
import type { CheckoutView } from "../../usecases/checkout/view-checkout";
import { html, type Html } from "./html";

/** The parts of the checkout's pages. */

/** Most customers are in India; the offset makes the time clear for all others. */
const ZONE = { timeZone: "Asia/Kolkata", label: "IST (UTC+5:30)" };

const FORMAT = new Intl.DateTimeFormat("en-GB", {
  timeZone: ZONE.timeZone,
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** A time as shown to customers: "21 Nov 2026, 18:30 IST (UTC+5:30)". */
function customerTime(at: Date): string {
  return `${FORMAT.format(at)} ${ZONE.label}`;
}

/** Customers expect the methods in this order, which differs from the contract's. */
export const METHODS_IN_ORDER: readonly PaymentMethod[] = ["UPI", "CC", "DC", "NB", "WALLET", "EMI"];

export const METHOD_NAMES: Record<PaymentMethod, string> = {
  UPI: "UPI",
  CC: "Credit card",
  DC: "Debit card",
  NB: "Net banking",
  WALLET: "Wallet",
  EMI: "EMI",
};

export function amountOf({ payment }: CheckoutView): string {
  return displayMoney(payment.amountPaise, payment.currency);
}

export type Tone = "good" | "bad" | "calm" | "waiting";

const SYMBOLS: Record<Tone, Html> = {
  good: html`<path d="M5 12.5l4.5 4.5L19 7.5" />`,
  bad: html`<path d="M7 7l10 10M17 7L7 17" />`,
  calm: html`<path d="M12 6.5v7M12 17.4v.1" />`,
  waiting: html`<path d="M12 4.5a7.5 7.5 0 1 0 0 15a7.5 7.5 0 1 0 0-15M12 8v4.2l2.8 1.6" />`,
};

/** The symbol of a state; the text beside it says the same. */
export function symbol(tone: Tone): Html {
  return html`<span class="symbol ${tone}" aria-hidden="true"
    ><svg viewBox="0 0 24 24" width="28" height="28" focusable="false">${SYMBOLS[tone]}</svg></span
  >`;
}

/** Longer amounts are shown smaller, so that they do not break into two lines on a phone. */
const LONG_AMOUNT = 14;

function amountLine(view: CheckoutView): Html {
  const amount = amountOf(view);
  return html`<p class="${amount.length > LONG_AMOUNT ? "amount long" : "amount"}">${amount}</p>`;
}

/** The merchant and the amount, at the top of a page where the payment can be made. */
export function payHeader(view: CheckoutView): Html {
  return html`<header>
    <h1>Pay <bdi>${view.merchantName}</bdi></h1>
    ${amountLine(view)}
  </header>`;
}

/** The outcome of a payment, at the top of its page. */
export function stateHeader(view: CheckoutView, state: { tone: Tone; title: string; text: string }): Html {
  return html`<header class="state">
    ${symbol(state.tone)}
    <h1>${state.title}</h1>
    ${amountLine(view)}
    <p class="note">${state.text}</p>
  </header>`;
}

type Row = { name: string; value: Html; isCode?: boolean };

/** The details that a customer may have to quote; `more` come before the ids. */
export function facts(view: CheckoutView, more: readonly Row[] = []): Html {
  const { payment, merchantName } = view;
  const rows: Row[] = [
    { name: "Merchant", value: html`<bdi>${merchantName}</bdi>` },
    ...more,
    { name: "Reference", value: html`<bdi>${payment.reference}</bdi>` },
    { name: "Transaction", value: html`${payment.id}`, isCode: true },
  ];
  return html`<dl>
    ${rows.map(
      ({ name, value, isCode }) =>
        html`<div>
          <dt>${name}</dt>
          <dd class="${isCode === true ? "code" : "text"}">${value}</dd>
        </div>`,
    )}
  </dl>`;
}

export function timeElement(at: Date): Html {
  return html`<time datetime="${at.toISOString()}">${customerTime(at)}</time>`;
}
