"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { useTranslations } from "use-intl/react";
import { Kbd } from "@/components/ui/kbd";
import { RowTime, Time } from "@/components/ui/time";
import { useRouter } from "@/components/ui/use-router";
import { FetchFailedNotice } from "./fetch-failed-notice";
import { fetchView } from "./fetch-view";
import { isRefused, nextFetchDelayMs } from "./next-fetch";
import type { PollSchedule } from "./polling";
import { QueryProvider } from "./query-provider";

/** Constant, and below ten seconds with the jitter. Hidden tabs pause. */
const LIVE_SCHEDULE: PollSchedule = { firstMs: 7_500, steadyPolls: 1, growth: 1, maxMs: 9_500 };
/** A list without a response for so long is not live: it is at most 15 seconds old while it says so. */
const RESPONSE_LIMIT_MS = 5_000;

/** What has become of a page of a list. */
type LiveView = {
  kind: "live";
  /** What is known of each row now; a row of a list may have more. */
  rows: readonly object[];
  newer: number;
  /** The time of the newest of them, ISO 8601. */
  newestAt: string | null;
};

export type LiveLineProps = {
  path: string;
  /** How many newer rows there are, in words. */
  news: (newer: number) => string;
  onRows: (rows: readonly object[]) => void;
};

/** The line above a list: what is new, or that the list is live, or since when it is not. It is always there, so that nothing moves. */
export function LiveLine(props: LiveLineProps) {
  return (
    // The line has its own cache: most pages of lists need no other.
    <QueryProvider>
      <Line {...props} />
    </QueryProvider>
  );
}

const UNCHANGED: LiveView = { kind: "live", rows: [], newer: 0, newestAt: null };

function Line({ path, news, onRows }: LiveLineProps) {
  const router = useRouter();
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: [path],
    queryFn: async ({ signal }): Promise<LiveView> => {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_LIMIT_MS)]);
      const view = await fetchView<LiveView | { kind: "unknown" }>(path, limited);
      if (view.kind === "unknown") throw new Error("the service does not say");
      return view;
    },
    initialData: UNCHANGED,
    refetchInterval: ({ state }) => nextFetchDelayMs(LIVE_SCHEDULE, state, path),
  });
  const tell = useEffectEvent(onRows);
  useEffect(() => tell(data.rows), [data]);
  return (
    <>
      {isRefused(error) && <FetchFailedNotice error={error} />}
      <LiveLineView
        live={{ ...data, asOfMs: error === null ? null : dataUpdatedAt }}
        news={news}
        onShow={() => router.refresh()}
      />
    </>
  );
}

type LiveLineViewProps = Pick<LiveLineProps, "news"> & {
  /** `asOfMs`: when it was last known; null while it is kept up to date. */
  live: Pick<LiveView, "newer" | "newestAt"> & { asOfMs: number | null };
  onShow: () => void;
};

/** The line as it is now. */
export function LiveLineView({ live: { newer, newestAt, asOfMs }, news, onShow }: LiveLineViewProps) {
  const t = useTranslations("common.liveList");
  const hasNews = newer > 0;
  return (
    <div className="live-line" data-new={hasNews || undefined}>
      <div role="status" className="flex items-center gap-2">
        {hasNews && (
          <>
            <button
              type="button"
              aria-keyshortcuts="."
              className="touch-area flex items-center gap-1.5 font-semibold text-accent hover:underline"
              onClick={onShow}
            >
              <ArrowUp aria-hidden className="size-3.5" />
              {news(newer)}
            </button>
            {newestAt !== null && (
              <span className="max-sm:hidden">
                {t.rich("newestAt", { at: () => <RowTime iso={newestAt} /> })}
              </span>
            )}
          </>
        )}
      </div>
      <End asOfMs={asOfMs} hasNews={hasNews} />
    </div>
  );
}

function End({ asOfMs, hasNews }: { asOfMs: number | null; hasNews: boolean }): ReactNode {
  const t = useTranslations("common.liveList");
  if (asOfMs !== null) {
    const iso = new Date(asOfMs).toISOString();
    return <span>{t.rich("asOf", { at: () => <Time iso={iso} /> })}</span>;
  }
  if (hasNews) {
    return (
      <span className="flex items-center gap-1.5 max-sm:hidden">
        {t.rich("shows", { key: () => <Kbd>.</Kbd> })}
      </span>
    );
  }
  return (
    <span className="flex items-center gap-1.5 max-sm:hidden">
      <span aria-hidden className="size-[7px] rounded-full bg-success-solid" />
      {t("live")}
    </span>
  );
}
