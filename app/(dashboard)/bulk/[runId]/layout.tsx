import type { ReactNode } from "react";
import { QueryProvider } from "@/components/live/query-provider";

/** The page keeps looking at the run, which few pages do: the others carry no cache of such looks. */
export default function BulkRunLayout({ children }: { children: ReactNode }) {
  return <QueryProvider>{children}</QueryProvider>;
}
