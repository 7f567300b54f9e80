import { MAX_REFERENCE_CODE_POINTS } from "../text";

/**
 * The longest texts of the requests (docs/specification.md, 8), for the service, the API document and the dashboard's forms:
 * in code points, of `issuing_bank` in UTF-16 units. Mail is sent to no address that is longer than this (RFC 5321).
 */
export const TEXT_LIMITS = {
  merchant_transaction_id: MAX_REFERENCE_CODE_POINTS,
  customer_name: 500,
  customer_email: 254,
  issuing_bank: 64,
  udf1: 255,
  udf2: 255,
  udf3: 255,
  surl: 4_000,
  furl: 4_000,
  refund_reason: 500,
} as const;
