/** Exports of refunds for other subjects. */
export { acceptRequest, holdRequest } from "./commands/accept-request";
export { submitRefund } from "./commands/submit-refund";
export {
  acceptedRequestSchema,
  confirmedDuplicatesSchema,
  readRefundRequest,
  type RefundSubmission,
} from "./commands/refund-request";
export { checkReason, withReason } from "./commands/with-reason";
export { sendRefundIntent } from "./commands/send-refund-intent";
export { writeRefundIntent } from "./commands/write-refund-intent";
export { refundExport } from "./queries/export-refunds";
export { askAboutFailedRefunds, decideRefund } from "./queries/ask-about-failed-refunds";
export { readRefundFacts } from "./queries/read-refund-facts";
export { type Refundable, type RefundableReading, readRefundable } from "./queries/read-refundable";
export { readBalance } from "./queries/read-balance";
export { presentOwnLimit } from "./queries/read-own-limit";
export { readReservations } from "./queries/read-reservations";
