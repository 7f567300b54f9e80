import { fetchView, SignedOutError } from "@/components/live/fetch-view";
import { pollDelayMs, type PollSchedule } from "@/components/live/polling";
import type { UnreadView } from "@/lib/notifications/notification-views";
import { paths } from "@/lib/paths";

/** Constant: a notification may arrive at any time. A hidden page does not poll. */
const BELL_SCHEDULE: PollSchedule = { firstMs: 20_000, steadyPolls: 1, growth: 1, maxMs: 26_000 };

type Begin = () => (unread: number) => void;

/** Polls the number of unread notifications until `stopped` or the end of the session. */
export function pollUnread(begin: Begin, stopped: AbortSignal): void {
  const seed = String(Math.random());
  let polls = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = async (): Promise<void> => {
    const learn = begin();
    try {
      learn((await fetchView<UnreadView>(paths.api.unreadNotifications(), stopped)).unread);
    } catch (error) {
      // A bell that cannot be reached shows what it knows; the page itself says what is wrong.
      if (error instanceof SignedOutError) return document.removeEventListener("visibilitychange", onVisible);
    }
    plan();
  };
  const plan = (): void => {
    clearTimeout(timer);
    if (stopped.aborted || document.visibilityState === "hidden") return;
    polls += 1;
    timer = setTimeout(() => void poll(), pollDelayMs(BELL_SCHEDULE, polls, seed));
  };
  const onVisible = (): void => {
    if (document.visibilityState === "visible") void poll();
  };
  plan();
  document.addEventListener("visibilitychange", onVisible, { signal: stopped });
  stopped.addEventListener("abort", () => clearTimeout(timer));
}

/** Marks as read, in the background. */
export function sendRead(path: string, begin: Begin): void {
  const learn = begin();
  fetchView<UnreadView>(path, new AbortController().signal, "POST").then(
    ({ unread }) => learn(unread),
    // The next poll says what is unread.
    () => undefined,
  );
}
