import type { RoutingFacts } from "../payments/payment";

/** What payments are grouped by: the fields of a payment that are known before its gateway is chosen. */
export type SegmentFacts = Pick<
  RoutingFacts,
  "amountPaise" | "currency" | "paymentMethod" | "cardScheme" | "issuingBank"
>;

/** Every payment of a merchant. */
export const ALL_PAYMENTS = "*";

/** The upper ends of the amount bands in paise, exclusive: 100, 1,000, 10,000 and 100,000 of any currency. */
const BAND_ENDS_PAISE: readonly bigint[] = [10_000n, 100_000n, 1_000_000n, 10_000_000n];

/** The band of an amount, from 0. */
function amountBand(amountPaise: bigint): number {
  const band = BAND_ENDS_PAISE.findIndex((end) => amountPaise < end);
  return band < 0 ? BAND_ENDS_PAISE.length : band;
}

/**
 * The segments of a payment, the coarsest first: all payments, then its currency and method, then also its card scheme,
 * its issuing bank, and the band of its amount. A field that the request omits adds no segment. Values are escaped, so
 * that no bank's name can be read as two fields.
 */
export function segmentsOf(facts: SegmentFacts): string[] {
  const segments = [ALL_PAYMENTS];
  let segment = `currency=${encodeURIComponent(facts.currency)}`;
  const add = (name: string, value: string | null): void => {
    if (value === null) return;
    segment += `&${name}=${encodeURIComponent(value)}`;
    segments.push(segment);
  };
  if (facts.paymentMethod === null) segments.push(segment);
  add("method", facts.paymentMethod);
  add("scheme", facts.cardScheme);
  add("bank", facts.issuingBank);
  add("band", `${amountBand(facts.amountPaise)}`);
  return segments;
}

/** The segments that lead to one, the coarsest first and the segment itself last: as `segmentsOf` gave them. */
export function segmentsTo(segment: string): string[] {
  const parent = parentOf(segment);
  return parent === null ? [segment] : [...segmentsTo(parent), segment];
}

/** What a segment is about; fields that it leaves open are null. Amounts in paise: from inclusive, below exclusive. */
export type SegmentFields = {
  currency: string | null;
  method: string | null;
  scheme: string | null;
  bank: string | null;
  fromPaise: bigint | null;
  belowPaise: bigint | null;
};

export function readSegment(segment: string): SegmentFields {
  const fields = new URLSearchParams(segment === ALL_PAYMENTS ? "" : segment);
  const band = fields.get("band");
  const place = band === null ? null : parseInt(band, 10);
  return {
    currency: fields.get("currency"),
    method: fields.get("method"),
    scheme: fields.get("scheme"),
    bank: fields.get("bank"),
    fromPaise: place === null || place === 0 ? null : (BAND_ENDS_PAISE[place - 1] ?? null),
    belowPaise: place === null ? null : (BAND_ENDS_PAISE[place] ?? null),
  };
}

/**
 * The middle of a segment's amount band by proportion, as amounts are spread: of 100 to 1,000 it is 316. The lowest band
 * counts from a tenth of its end, the highest up to ten times its beginning. Null without a band.
 */
export function bandMiddle({ fromPaise, belowPaise }: SegmentFields): bigint | null {
  const from = fromPaise ?? (belowPaise === null ? null : belowPaise / 10n);
  return from === null ? null : (from * 3_162n) / 1_000n;
}

/** The next coarser segment; null for all payments. */
export function parentOf(segment: string): string | null {
  if (segment === ALL_PAYMENTS) return null;
  const fields = segment.split("&");
  // A currency alone is a segment only of payments without a method.
  const isFirst = fields.length === 1 || (fields.length === 2 && fields[1]?.startsWith("method=") === true);
  return isFirst ? ALL_PAYMENTS : fields.slice(0, -1).join("&");
}
