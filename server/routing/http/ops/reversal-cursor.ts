import { z } from "zod";
import { isStorableText } from "@/lib/text";
import type { ReversalPage } from "../../usecases/reversals/search-reversals";

type Position = NonNullable<ReversalPage["next"]>;

const storableText = z.string().refine(isStorableText);
const positionSchema = z.tuple([z.int().min(0).max(2), z.iso.datetime(), storableText, storableText]);

/** A position in the list of reversals as an opaque text. */
export function writeReversalCursor({
  urgency,
  requestedAt,
  paymentId,
  gatewayTransactionId,
}: Position): string {
  const parts = [urgency, requestedAt.toISOString(), paymentId, gatewayTransactionId];
  return Buffer.from(JSON.stringify(parts), "utf8").toString("base64url");
}

/** Null for a text that is not a cursor. */
export function readReversalCursor(cursor: string): Position | null {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return null;
  }
  const parsed = positionSchema.safeParse(parts);
  if (!parsed.success) return null;
  const [urgency, requestedAt, paymentId, gatewayTransactionId] = parsed.data;
  return { urgency, requestedAt: new Date(requestedAt), paymentId, gatewayTransactionId };
}
