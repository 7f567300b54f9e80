import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { track, type Tracked } from "./tracked";

/** `now`: the server's time of the read, where `checkedAt` is that of the service's last response. */
type View = { kind: string; checkedAt: string; now?: string };
export type ServerRead = { queryKey: QueryKey; view: View };

/**
 * Puts what the server has read into the browser's cache, with its age. What the cache has from later stays, by the server's
 * clock: the browser's may be minutes ahead. What was known before an error of the service stays too, as after a poll.
 */
export function putRead(client: QueryClient, { queryKey, view }: ServerRead): void {
  const updatedAt = readAtMs(view);
  const before = client.getQueryData<Tracked<View>>(queryKey);
  if (before !== undefined && readAtMs(before.response) >= updatedAt) return;
  client.setQueryData<Tracked<View>>(queryKey, (previous) => track(previous, view), { updatedAt });
}

const readAtMs = ({ now, checkedAt }: View): number => Date.parse(now ?? checkedAt);
