import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { track, type Tracked } from "./tracked";

export type ServerRead = { queryKey: QueryKey; view: { kind: string }; readAt: string };

/**
 * Puts what the server has read into the browser's cache, with its age. What the cache has from later stays. What was
 * known before an error of the service stays too, as after a poll.
 */
export function putRead(client: QueryClient, { queryKey, view, readAt }: ServerRead): void {
  const updatedAt = Date.parse(readAt);
  const before = client.getQueryState(queryKey);
  if (before !== undefined && before.dataUpdatedAt >= updatedAt) return;
  client.setQueryData<Tracked<{ kind: string }>>(queryKey, (previous) => track(previous, view), {
    updatedAt,
  });
}
