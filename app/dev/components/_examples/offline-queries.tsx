"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { intent } from "./data";

function offlineClient(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false, staleTime: Infinity } } });
  client.setQueryData(["refund-intent", intent.intentId], intent);
  return client;
}

/** For components that poll: a cache with the example data that never fetches. */
export function OfflineQueries({ children }: { children: ReactNode }) {
  const [client] = useState(offlineClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
