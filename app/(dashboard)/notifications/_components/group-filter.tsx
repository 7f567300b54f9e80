import { translator } from "@/components/i18n/server";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { NOTIFICATION_GROUPS, type NotificationGroup } from "@/lib/notifications/events";

type GroupFilterProps = {
  chosen: NotificationGroup | null;
  hrefOf: (group: NotificationGroup | undefined) => string;
};

/** What the notifications are about: links, so that it works without JavaScript. */
export async function GroupFilter({ chosen, hrefOf }: GroupFilterProps) {
  const t = await translator("notifications");
  const options = [null, ...NOTIFICATION_GROUPS] as const;
  return (
    <nav aria-label={t("filter.about")} className="mb-3">
      <ul className="flex flex-wrap gap-1.5 text-sm">
        {options.map((group) => (
          <li key={group ?? "anything"}>
            <Link
              href={hrefOf(group ?? undefined)}
              aria-current={group === chosen ? "true" : undefined}
              className={cx(
                "inline-flex h-7 items-center rounded-full border px-3 font-medium touch-target",
                group === chosen
                  ? "border-transparent bg-accent-soft text-accent"
                  : "border-line text-ink-muted hover:border-line-strong hover:text-ink",
              )}
            >
              {group === null ? t("filter.anything") : t(`group.${group}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
