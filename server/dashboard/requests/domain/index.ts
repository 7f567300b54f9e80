/** Exports of the domain of refund requests for other subjects. */
export {
  isAsShown,
  isUndecided,
  presentClosed,
  presentOpen,
  presentWaiting,
  type RefundRequest,
} from "./request";
