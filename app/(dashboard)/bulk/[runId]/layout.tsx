import type { ReactNode } from "react";
import { QueryProvider } from "@/components/live/query-provider";

/** Few pages poll, so only their layouts load the query cache. */
export default function BulkRunLayout({ children }: { children: ReactNode }) {
  return <QueryProvider>{children}</QueryProvider>;
}
