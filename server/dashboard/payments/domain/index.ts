/** Exports of the payments domain for other subjects. */
export { readPaymentFilter, spanOf, writePaymentFilter } from "./payment-filter";
export { presentPayments } from "./payment";
export { identifierFault, unaskable } from "./reference";
