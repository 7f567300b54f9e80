import { formatId, type IdPrefix, IdSequence } from "../domain/payments/ids";

/** Ids of the demo's time, which differs between payments that are created at once. A taken id is tried a millisecond later. */
export class DemoIds extends IdSequence {
  override next(prefix: IdPrefix, _merchantId: number, nowMs: number): string {
    return formatId(prefix, nowMs);
  }
}
