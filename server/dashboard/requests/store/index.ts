/** Exports of the store of refund requests for other subjects. */
export { listRequestEventsOfPayment, type PaymentRequestEvent } from "./request-events";
export {
  findRequest,
  findUndecidedRequest,
  hasFulfilled,
  isRequesterOf,
  lockRequest,
  undecidedRequestsOf,
  wasReplaced,
} from "./requests";
export { writeRequestStep } from "./write-request-step";
export { REQUEST_WORK } from "./request-work";
