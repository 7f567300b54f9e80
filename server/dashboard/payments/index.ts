/** Exports of payments for other subjects. */
export { cancelAndReport } from "./commands/cancel-payment";
export { preparePaymentExport } from "./queries/export-payments";
export { countPolled } from "./queries/count-polled";
export { countStuck, countStuckForNavigation } from "./queries/count-stuck";
export { currencyOfPayment, paymentOfRefund } from "./queries/currency-of-payment";
export { readRecords } from "./queries/read-records";
export { refundsOfPayment, type RefundsOfPayment, unowned } from "./queries/refunds-of-payment";
export { serviceErrorOfKey, serviceErrorOfPayment } from "./queries/service-error-of-payment";
export { listStuck } from "./queries/list-stuck";
export { STUCK_MINUTES, type StuckPayment, stuckPaymentOf } from "./queries/stuck-payment";
