import { dehydrate, QueryClient, type DehydratedState, type QueryKey } from "@tanstack/react-query";

/** Hands what the server has just read to the browser's cache, as old as it is. */
export function dehydrated(queryKey: QueryKey, data: unknown, readAt: string): DehydratedState {
  const client = new QueryClient();
  client.setQueryData(queryKey, data, { updatedAt: Date.parse(readAt) });
  return dehydrate(client);
}
