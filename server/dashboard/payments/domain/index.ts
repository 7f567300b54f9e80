/** Exports of the payments domain for other subjects. */
export { STUCK_AFTER_MS, readPaymentFilter, spanOf, writePaymentFilter } from "./payment-filter";
export { presentPayments } from "./payment";
export { identifierFault, unaskable } from "./reference";
