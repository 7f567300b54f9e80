import type { ReactNode } from "react";
import { Messages } from "@/components/i18n/messages";

export default function QueuesLayout({ children }: { children: ReactNode }) {
  return <Messages areas={["queues"]}>{children}</Messages>;
}
