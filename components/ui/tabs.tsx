import { Link } from "./link";
import { Suspense, use, type ReactNode } from "react";
import { cx } from "./cx";

/** A phone shows this many: scrolling to one of these would hide those before it. */
const IN_SIGHT = 3;

type TabCount = { count: number; atLeast: boolean };

type Tab = {
  href: string;
  label: ReactNode;
  /** Not shown when it is 0. One that is counted elsewhere arrives after the page; null when it is not known. */
  count?: number | Promise<TabCount | null>;
  isHere: boolean;
};

/** Views of one list side by side. Each has its own address, so these are links. */
export function Tabs({
  label,
  tabs,
  isInHeader = false,
}: {
  label: string;
  tabs: readonly Tab[];
  /** The tabs are beside the title of a page, whose line is theirs. */
  isInHeader?: boolean;
}) {
  return (
    <nav aria-label={label} className={cx("relative", !isInHeader && "mb-4 border-b border-line")}>
      {/* If they do not fit, the last one fades as a sign that more follow. */}
      <ul className="-mb-px flex gap-1 overflow-x-auto mask-r-from-[calc(100%-1.5rem)] pr-6 [scrollbar-width:none]">
        {tabs.map(({ href, label: name, count, isHere }, index) => (
          <li
            key={href}
            className={isHere && index >= IN_SIGHT ? "[scroll-initial-target:nearest]" : undefined}
          >
            <Link
              href={href}
              aria-current={isHere ? "page" : undefined}
              className={cx(
                "touch-target flex items-center gap-1.5 border-b-2 px-2.5 text-sm font-medium whitespace-nowrap -outline-offset-2!",
                isInHeader ? "h-12 max-sm:h-10" : "h-9",
                isHere
                  ? "border-accent text-ink"
                  : "border-transparent text-ink-muted hover:border-line-strong hover:text-ink",
              )}
            >
              {name}
              {typeof count === "number" ? (
                <Count count={count} atLeast={false} />
              ) : (
                count !== undefined && (
                  <Suspense fallback={null}>
                    <LateCount found={count} />
                  </Suspense>
                )
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function LateCount({ found }: { found: Promise<TabCount | null> }) {
  const count = use(found);
  return count === null ? null : <Count {...count} />;
}

function Count({ count, atLeast }: TabCount) {
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-sunken px-1.5 text-xs tabular-nums">
      {atLeast ? `${String(count)}+` : count}
    </span>
  );
}
