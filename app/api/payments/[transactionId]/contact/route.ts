import { revealContact } from "@/server/dashboard/payments/commands/reveal-contact";
import { respondWithOutcome } from "../../../_response";

type Context = { params: Promise<{ transactionId: string }> };

/** Reveals the contact once, and writes an audit entry: not a GET, which browsers may repeat. */
export async function POST(_: Request, { params }: Context): Promise<Response> {
  const { transactionId } = await params;
  return respondWithOutcome((ctx) => revealContact(ctx, { transactionId }));
}
