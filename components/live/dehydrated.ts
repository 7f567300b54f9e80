import { dehydrate, QueryClient, type DehydratedState, type QueryKey } from "@tanstack/react-query";

/** Passes data that the server has just read to the browser's cache, with its age. */
export function dehydrated(queryKey: QueryKey, data: unknown, readAt: string): DehydratedState {
  const client = new QueryClient();
  client.setQueryData(queryKey, data, { updatedAt: Date.parse(readAt) });
  return dehydrate(client);
}
