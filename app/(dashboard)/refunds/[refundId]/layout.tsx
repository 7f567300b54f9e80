import type { ReactNode } from "react";
import { QueryProvider } from "@/components/live/query-provider";

/** The page keeps looking at the refund, which few pages do: the others carry no cache of such looks. */
export default function RefundLayout({ children }: { children: ReactNode }) {
  return <QueryProvider>{children}</QueryProvider>;
}
