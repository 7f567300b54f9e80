"use client";

import {
  ArrowLeftRight,
  ChartNoAxesColumn,
  CreditCard,
  Inbox,
  Layers,
  Plug,
  Route,
  SlidersHorizontal,
  Undo2,
  type LucideIcon,
} from "lucide-react";
import { Link } from "@/components/ui/link";
import { Suspense, use, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { cx } from "@/components/ui/cx";
import { LinkPending } from "@/components/ui/link-pending";
import { usePath } from "@/components/ui/use-path";
import type { Role } from "@/lib/can";
import type { BoundedCount } from "@/lib/overview/overview-views";
import { locate, menuOf, type NavigationItem } from "./navigation";

const ICONS: Partial<Record<NavigationItem, LucideIcon>> = {
  queues: Inbox,
  overview: ChartNoAxesColumn,
  payments: CreditCard,
  refunds: Undo2,
  bulk: Layers,
  reconciliation: ArrowLeftRight,
  gateways: Plug,
  rules: Route,
  settings: SlidersHorizontal,
};

type MainNavProps = {
  role: Role;
  /** What waits for the person, part of it from the service; null when it is not known. */
  work: Promise<BoundedCount | null>;
};

/** The only number in the menu is that of the inbox. */
export function MainNav({ role, work }: MainNavProps) {
  const t = useTranslations("navigation");
  const here = locate(usePath());
  return (
    <nav aria-label={t("main")} className="min-h-0 grow overflow-y-auto px-3 pb-3">
      <ul className="flex min-h-full flex-col gap-0.5">
        {menuOf(role).map(({ item, href }) => (
          <li key={item} className="last:mt-auto">
            <NavLink href={href} icon={ICONS[item]} isHere={here?.place === item} label={t(`item.${item}`)}>
              {item === "queues" && (
                <Suspense fallback={null}>
                  <WorkCount found={work} />
                </Suspense>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type NavLinkProps = {
  href: string;
  icon: LucideIcon | undefined;
  isHere: boolean;
  label: string;
  children: ReactNode;
};

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
      {Icon !== undefined && <Icon aria-hidden className="size-4 shrink-0" />}
      <span className="min-w-0 grow truncate">{label}</span>
      <LinkPending />
      {children}
    </Link>
  );
}

/** Arrives after the page. */
function WorkCount({ found }: { found: Promise<BoundedCount | null> }) {
  const t = useTranslations("navigation");
  const work = use(found);
  if (work === null || work.count === 0) return null;
  const { count, atLeast } = work;
  return (
    <span className="rounded-full bg-accent-solid px-1.5 text-xs font-semibold text-on-solid tabular-nums">
      <span aria-hidden>{atLeast ? `${count}+` : count}</span>
      <span className="sr-only">{t(atLeast ? "waitingAtLeast" : "waiting", { n: count })}</span>
    </span>
  );
}
