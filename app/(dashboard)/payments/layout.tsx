import type { ReactNode } from "react";
import { Messages } from "@/components/i18n/messages";
import { QueryProvider } from "@/components/live/query-provider";

/** Every page about payments can cancel and refund, and keeps looking at what it shows. */
export default function PaymentsLayout({ children }: { children: ReactNode }) {
  return (
    <QueryProvider>
      <Messages areas={["cancel", "refund", "duplicateRefund"]}>{children}</Messages>
    </QueryProvider>
  );
}
