import type { Metadata } from "next";
import { translator } from "@/components/i18n/server";
import { buttonClass } from "@/components/ui/button";
import { Mark } from "@/components/ui/mark";
import { Notice, type NoticeTone } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import { paths, STATUS_PATH } from "@/lib/paths";
import { type PartState, worstState } from "@/lib/status";
import { readStatus } from "@/server/dashboard/monitoring/read-status";
import { PartList } from "./_components/part-list";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("status");
  return { title: t("page") };
}

const TONES: Record<PartState, NoticeTone> = {
  works: "success",
  unknown: "info",
  late: "warning",
  down: "danger",
};

/** What works and what does not, for everybody: also for people who cannot sign in. */
export default async function StatusPage() {
  const [t, status] = await Promise.all([translator("status"), readStatus()]);
  const whole = worstState(status.parts.map(({ state }) => state));
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-xl content-start px-4 py-8">
      <Mark className="mb-4 size-8" />
      <h1 className="mb-5 text-xl font-semibold">{t("title")}</h1>
      <Notice tone={TONES[whole]} title={t(`whole.${whole}.title`)}>
        <p>{t(`whole.${whole}.body`)}</p>
      </Notice>
      <PartList parts={status.parts} />
      <p className="text-sm text-ink-muted">
        {t.rich("checked", { time: () => <Time key="time" iso={status.checkedAt} /> })}
      </p>
      <p className="mt-5 flex flex-wrap gap-2">
        {/* No Link: a page that was fetched before would show an older state. */}
        <a href={STATUS_PATH} className={buttonClass("primary")}>
          {t("again")}
        </a>
        <a href={paths.login()} className={buttonClass("secondary")}>
          {t("toSignIn")}
        </a>
      </p>
    </main>
  );
}
