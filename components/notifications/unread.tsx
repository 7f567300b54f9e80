"use client";

import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import { newestResponse } from "./newest-response";
import { whenIdle } from "@/components/ui/when-idle";

type Unread = {
  unread: number;
  /** What a response says about the number. */
  learn: (unread: number) => void;
  /** Marks as read in the background: the page that a notification leads to opens at once. */
  markRead: (path: string) => void;
};

const nothing = (): void => undefined;
const UnreadContext = createContext<Unread>({ unread: 0, learn: nothing, markRead: nothing });

export const useUnread = (): Unread => useContext(UnreadContext);

/** What polls and sends loads after the page: no page needs it to be shown. */
const loadPolling = () => import("./poll-unread");

/** The number of unread notifications: from the server at first, then polled while the page is visible. */
export function UnreadProvider({ initial, children }: { initial: number; children: ReactNode }) {
  const [unread, setUnread] = useState(initial);
  const [responses] = useState(() => newestResponse(setUnread));
  useEffect(() => {
    const stopped = new AbortController();
    const cancel = whenIdle(() => {
      loadPolling().then(({ pollUnread }) => pollUnread(responses.begin, stopped.signal), nothing);
    });
    return () => {
      cancel();
      stopped.abort();
    };
  }, [responses]);
  const value = useMemo(
    () => ({
      unread,
      learn: responses.learn,
      markRead: (path: string) => {
        loadPolling().then(({ sendRead }) => sendRead(path, responses.begin), nothing);
      },
    }),
    [unread, responses],
  );
  return <UnreadContext value={value}>{children}</UnreadContext>;
}
