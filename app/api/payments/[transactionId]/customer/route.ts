import { openCustomer } from "@/server/dashboard/payments/commands/open-customer";
import { respondWithOutcome } from "../../../_response";

type Context = { params: Promise<{ transactionId: string }> };

/** Returns an id of this session for the customer of the payment, and writes an audit entry. */
export async function POST(_: Request, { params }: Context): Promise<Response> {
  const { transactionId } = await params;
  return respondWithOutcome((ctx) => openCustomer(ctx, { transactionId }));
}
