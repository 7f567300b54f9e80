import type { ReactNode } from "react";
import { Messages } from "@/components/i18n/messages";

export default function ApprovalsLayout({ children }: { children: ReactNode }) {
  return (
    <Messages areas={["approvals", "duplicateRefund", "outsideRefunds", "moneyAlert"]}>{children}</Messages>
  );
}
