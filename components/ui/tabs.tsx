import Link from "next/link";
import type { ReactNode } from "react";
import { cx } from "./cx";

export type Tab = { href: string; label: ReactNode; count?: number; isHere: boolean };

/** Views of one list side by side. Each is an address of its own, so these are links. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="mb-4 overflow-x-auto border-b border-line print:hidden">
      <ul className="flex gap-1">
        {tabs.map(({ href, label: name, count, isHere }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={isHere ? "page" : undefined}
              className={cx(
                "-mb-px flex h-9 items-center gap-1.5 border-b-2 px-2.5 text-sm font-medium whitespace-nowrap",
                isHere
                  ? "border-accent text-ink"
                  : "border-transparent text-ink-muted hover:border-line-strong hover:text-ink",
              )}
            >
              {name}
              {count !== undefined && (
                <span className="rounded-full bg-sunken px-1.5 text-xs tabular-nums">{count}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
