/** Exports of the store of refund reasons for other subjects. */
export { listReasons } from "./refund-reasons";
export { type ReasonRules, readReasonRules } from "./reason-rules";
