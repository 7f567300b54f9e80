import type { ReactNode } from "react";
import { Messages } from "@/components/i18n/messages";

export default function ReconciliationLayout({ children }: { children: ReactNode }) {
  return <Messages areas={["reconciliation", "actions"]}>{children}</Messages>;
}
