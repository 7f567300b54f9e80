import { translator } from "@/components/i18n/server";
import { TestBadge } from "@/components/payments/test-badge";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { ForeignText } from "@/components/ui/text";
import { Age } from "@/components/ui/time";
import type { EndedWorkView } from "@/lib/queues/work-views";

/** The viewer's items that left by themselves, with how they ended. */
export async function EndedList({ items }: { items: readonly EndedWorkView[] }) {
  const t = await translator("queues");
  return (
    <div className="mt-6">
      <Panel title={t("ended.title")}>
        <p className="mb-2 text-sm text-ink-muted">{t("ended.about")}</p>
        <ul aria-label={t("ended.list")} className="divide-y divide-line text-sm">
          {items.map((item) => (
            <li
              key={`${item.kind} ${item.itemId}`}
              className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2"
            >
              <Link
                href={item.href}
                className="min-w-0 font-medium text-accent underline-offset-2 hover:underline"
              >
                <ForeignText>{item.reference}</ForeignText>
              </Link>
              <TestBadge isTest={item.isTest} />
              <span>{t(`ended.outcome.${item.outcome}`)}</span>
              <span className="ml-auto flex gap-3 text-ink-muted">
                <Age iso={item.at} />
                {item.money !== null && <Money {...item.money} className="text-ink" />}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
