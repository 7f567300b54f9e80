"use client";

import { Search, Undo2 } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { cx } from "@/components/ui/cx";
import { Mark } from "@/components/ui/mark";
import { paths } from "@/lib/paths";

const ITEMS = [
  { href: paths.payments(), label: "Payments", icon: Search },
  { href: paths.refunds(), label: "Refunds", icon: Undo2 },
] as const;

export function MainNav() {
  const pathname = usePathname();
  return (
    <nav aria-label="Main" className="flex items-center gap-1 px-3 py-2 lg:block lg:grow lg:px-3 lg:py-4">
      <Link
        href={paths.payments()}
        className="mr-2 flex items-center gap-2 rounded px-1.5 py-1 font-semibold lg:mr-0 lg:mb-4"
      >
        <Mark className="size-5" />
        Paydeck
      </Link>
      <ul className="flex gap-1 lg:block lg:space-y-0.5">
        {ITEMS.map(({ href, label, icon: Icon }) => {
          const isHere = pathname === href || pathname.startsWith(`${href}/`);
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={isHere ? "page" : undefined}
                className={cx(
                  "flex h-8 items-center gap-2 rounded px-2 font-medium",
                  isHere ? "bg-sunken text-ink" : "text-ink-muted hover:bg-sunken hover:text-ink",
                )}
              >
                <Icon aria-hidden className="hidden size-4 sm:block" />
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
