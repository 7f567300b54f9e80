import type { Reading } from "@/lib/all-accounts/views";
import type { PaymentView } from "@/lib/payments/payment-view";
import type { Ctx } from "@/server/dashboard/context";
import { findRecords } from "@/server/dashboard/payments/queries/find-payments";
import { readOf } from "./reading";

/** The payments of one account with exactly this merchant reference; empty when its service says that there is none. */
export function findPaymentsOf(ctx: Ctx, reference: string): Promise<Reading<PaymentView[]>> {
  return readOf(ctx, "view_payments", async (): Promise<Reading<PaymentView[]>> => {
    const found = await findRecords(ctx, reference);
    switch (found.kind) {
      case "found":
        return { kind: "read", value: found.payments };
      case "not_found":
      case "invalid":
        return { kind: "read", value: [] };
      case "trouble":
        return { kind: "failed" };
    }
  });
}
