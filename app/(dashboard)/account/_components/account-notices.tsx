import { translator } from "@/components/i18n/server";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import type { NoticeView } from "@/lib/people";
import { seeNoticesAction } from "../actions";

/** Lock-outs and wrong codes on one's own account. Nothing if there were none. */
export async function AccountNotices({ notices }: { notices: NoticeView[] }) {
  const t = await translator("account");
  const [newest] = notices;
  if (newest === undefined) return null;
  return (
    <Panel
      title={t("notices.title")}
      aside={
        notices.some(({ isSeen }) => !isSeen) ? (
          <form action={seeNoticesAction}>
            <input type="hidden" name="upTo" value={newest.id} />
            <Button isPlain type="submit" size="sm">
              {t("notices.markSeen")}
            </Button>
          </form>
        ) : undefined
      }
    >
      <p className="text-sm text-ink-muted">{t("notices.about")}</p>
      <ul aria-label={t("notices.title")} className="mt-2 divide-y divide-line">
        {notices.map((notice) => (
          <li key={notice.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 text-sm">
            <span className={notice.isSeen ? "text-ink-muted" : "font-medium"}>
              {t(`notices.kind.${notice.kind}`)}
              {notice.purpose !== null && ` · ${t(`notices.purpose.${notice.purpose}`)}`}
            </span>
            <Time iso={notice.at} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
