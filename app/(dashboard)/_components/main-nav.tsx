"use client";

import {
  ChartNoAxesColumn,
  GitFork,
  Hourglass,
  Inbox,
  KeyRound,
  Layers,
  MessageSquare,
  MessagesSquare,
  MessageSquareReply,
  Plug,
  Scale,
  ScrollText,
  Search,
  ShieldCheck,
  Tags,
  Undo2,
  Users,
  Webhook,
  type LucideIcon,
} from "lucide-react";
import { Link } from "@/components/ui/link";
import { Suspense, use, useId, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { cx } from "@/components/ui/cx";
import { LinkPending } from "@/components/ui/link-pending";
import { usePath } from "@/components/ui/use-path";
import type { Role } from "@/lib/can";
import type { BoundedCount } from "@/lib/overview/overview-views";
import { isWithin, navigationOf, type NavigationItem } from "./navigation";

const ICONS: Record<NavigationItem, LucideIcon> = {
  overview: ChartNoAxesColumn,
  queues: Inbox,
  payments: Search,
  stuck: Hourglass,
  refunds: Undo2,
  requests: MessageSquareReply,
  approvals: ShieldCheck,
  reconciliation: Scale,
  bulk: Layers,
  rules: GitFork,
  reasons: Tags,
  gateways: Plug,
  webhooks: Webhook,
  channels: MessagesSquare,
  keys: KeyRound,
  notes: MessageSquare,
  people: Users,
  audit: ScrollText,
};

/** The count shown at an item; none for 0. */
type NavigationCounts = Partial<Record<NavigationItem, number>>;

type MainNavProps = {
  role: Role;
  counts?: NavigationCounts;
  /** Of stuck payments, from the service, and of queues with them; null when it is not known. */
  stuck: Promise<BoundedCount | null>;
  queues: Promise<BoundedCount | null>;
};

export function MainNav({ role, counts = {}, stuck, queues }: MainNavProps) {
  const t = useTranslations("navigation");
  const pathname = usePath();
  const id = useId();
  return (
    <nav aria-label={t("main")} className="min-h-0 grow overflow-y-auto px-3 pb-3">
      {navigationOf(role).map(({ group, items }) => (
        <section key={group} aria-labelledby={`${id}-${group}`} className="not-first:mt-4">
          <h2 id={`${id}-${group}`} className="mb-1 px-2 text-xs font-medium text-ink-muted">
            {t(`group.${group}`)}
          </h2>
          <ul className="space-y-0.5">
            {items.map(({ item, href }) => (
              <li key={item}>
                <NavLink
                  href={href}
                  icon={ICONS[item]}
                  isHere={isWithin(pathname, href)}
                  label={t(`item.${item}`)}
                >
                  {item === "stuck" || item === "queues" ? (
                    <Suspense fallback={null}>
                      <LateCount found={item === "stuck" ? stuck : queues} />
                    </Suspense>
                  ) : (
                    <Count count={counts[item] ?? 0} atLeast={false} />
                  )}
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

type NavLinkProps = { href: string; icon: LucideIcon; isHere: boolean; label: string; children: ReactNode };

function NavLink({ href, icon: Icon, isHere, label, children }: NavLinkProps) {
  return (
    <Link
      href={href}
      aria-current={isHere ? "page" : undefined}
      className={cx(
        "touch-target flex h-8 items-center gap-2.5 rounded px-2 font-medium",
        isHere ? "bg-sunken text-ink" : "text-ink-muted hover:bg-sunken hover:text-ink",
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 grow truncate">{label}</span>
      <LinkPending />
      {children}
    </Link>
  );
}

/** A count that arrives after the page. */
function LateCount({ found }: { found: Promise<BoundedCount | null> }) {
  const count = use(found);
  return count === null ? null : <Count {...count} />;
}

function Count({ count, atLeast }: BoundedCount) {
  const t = useTranslations("navigation");
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-accent-soft px-1.5 text-xs font-semibold text-accent tabular-nums">
      <span aria-hidden>{atLeast ? `${count}+` : count}</span>
      <span className="sr-only">{t(atLeast ? "waitingAtLeast" : "waiting", { n: count })}</span>
    </span>
  );
}
