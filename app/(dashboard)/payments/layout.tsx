import type { ReactNode } from "react";
import { Messages } from "@/components/i18n/messages";
import { QueryProvider } from "@/components/live/query-provider";

/** Every payments page can cancel and refund, and polls what it shows. */
export default function PaymentsLayout({ children }: { children: ReactNode }) {
  return (
    <QueryProvider>
      <Messages areas={["cancel", "refund", "requests", "duplicateRefund", "outsideRefunds", "moneyAlert"]}>
        {children}
      </Messages>
    </QueryProvider>
  );
}
