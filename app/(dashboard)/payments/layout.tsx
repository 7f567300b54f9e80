import type { ReactNode } from "react";
import { Messages } from "@/components/i18n/messages";

/** Every page about payments can cancel and refund. */
export default function PaymentsLayout({ children }: { children: ReactNode }) {
  return <Messages areas={["cancel", "refund"]}>{children}</Messages>;
}
