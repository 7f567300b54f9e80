import type { ReactNode } from "react";
import { Messages } from "@/components/i18n/messages";

export default function RequestsLayout({ children }: { children: ReactNode }) {
  return <Messages areas={["requests", "outsideRefunds"]}>{children}</Messages>;
}
