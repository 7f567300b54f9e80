import { REFUND_STATUSES } from "@/lib/contract/statuses";
import { err, ok, type Result } from "@/lib/result";
import { isBlank } from "@/lib/text";
import { type RefundSearch, searchRefunds } from "../../usecases/search-refunds";
import { readFormatted, readFreeText } from "../fields";
import { type JsonObject, JsonNumber } from "../json-body";
import { presentRefund } from "../present";
import { type OpsHandler, refuseOps } from "./handler";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** Refunds by payment, reference and status, newest first; `cursor` is the `next_cursor` of the page before. */
export const refundSearch: OpsHandler = async (deps, { merchantId, body }) => {
  const search = readSearch(body);
  if (!search.ok) return refuseOps(400, search.error);
  const { refunds, nextCursor } = await searchRefunds(deps, merchantId, search.value);
  return { status: 200, body: { refunds: refunds.map(presentRefund), next_cursor: nextCursor } };
};

function readSearch(body: JsonObject): Result<RefundSearch, string> {
  const texts = {
    paymentId: "transaction_id",
    reference: "merchant_transaction_id",
    cursor: "cursor",
  } as const;
  const read: Record<keyof typeof texts, string | null> = { paymentId: null, reference: null, cursor: null };
  for (const key of Object.keys(texts) as (keyof typeof texts)[]) {
    const text = readFreeText(body[texts[key]]);
    if (!text.ok) return err(`${texts[key]}: ${text.error}`);
    if (text.value !== null && isBlank(text.value)) return err(`${texts[key]}: Must not be blank.`);
    read[key] = text.value;
  }
  const status = readFormatted(
    body.status,
    (text) => REFUND_STATUSES.find((known) => known === text) ?? null,
    `Must be one of ${REFUND_STATUSES.join(", ")}.`,
  );
  if (!status.ok) return err(`status: ${status.error}`);
  const limit = readLimit(body);
  if (limit === null) return err(`limit: Must be a whole number from 1 to ${MAX_LIMIT}.`);
  return ok({ ...read, status: status.value, limit });
}

function readLimit(body: JsonObject): number | null {
  const value = body.limit;
  if (value === undefined || value === null) return DEFAULT_LIMIT;
  if (!(value instanceof JsonNumber) || !/^[1-9][0-9]{0,2}$/.test(value.text)) return null;
  const limit = parseInt(value.text, 10);
  return limit <= MAX_LIMIT ? limit : null;
}
