import type { ReactNode } from "react";
import { QueryProvider } from "@/components/live/query-provider";

/** Every payments page polls what it shows. */
export default function PaymentsLayout({ children }: { children: ReactNode }) {
  return <QueryProvider>{children}</QueryProvider>;
}
