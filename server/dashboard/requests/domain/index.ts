/** Exports of the domain of refund requests for other subjects. */
export { isUndecided, presentClosed, type RefundRequest } from "./request";
