import { translator } from "@/components/i18n/server";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { WORK_OWNERS, WORK_STATES, type WorkOwner, type WorkState } from "@/lib/queues/work-views";

type QueueFiltersProps = {
  state: WorkState;
  /** Null where all items have one assignee: the viewer. */
  owner: WorkOwner | null;
  /** Null where a number would be of several accounts. */
  counts: Record<WorkState, number> | null;
  hrefOf: (choice: { state: WorkState; owner: WorkOwner }) => string;
};

/** State and assignee: links, so that they work without JavaScript. */
export async function QueueFilters({ state, owner, counts, hrefOf }: QueueFiltersProps) {
  const t = await translator("queues");
  return (
    <div className="mb-3 flex flex-wrap gap-x-6 gap-y-2 text-sm print:hidden">
      <Choice
        label={t("state.label")}
        options={WORK_STATES.map((one) => ({
          name: t(`state.${one}`),
          ...(counts !== null && { count: counts[one] }),
          href: hrefOf({ state: one, owner: owner ?? "all" }),
          isHere: one === state,
        }))}
      />
      {owner !== null && (
        <Choice
          label={t("owner.label")}
          options={WORK_OWNERS.map((one) => ({
            name: t(`owner.${one}`),
            href: hrefOf({ state, owner: one }),
            isHere: one === owner,
          }))}
        />
      )}
    </div>
  );
}

type ChoiceProps = {
  label: string;
  options: readonly { name: string; count?: number; href: string; isHere: boolean }[];
};

function Choice({ label, options }: ChoiceProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-1.5">
      <span aria-hidden className="mr-1 text-ink-muted">
        {label}
      </span>
      {options.map(({ name, count, href, isHere }) => (
        <Link
          key={href}
          href={href}
          aria-current={isHere ? "true" : undefined}
          className={cx(
            "inline-flex h-7 items-center gap-1.5 rounded-full border px-3 font-medium touch-target",
            isHere
              ? "border-transparent bg-accent-soft text-accent"
              : "border-line text-ink-muted hover:border-line-strong hover:text-ink",
          )}
        >
          {name}
          {count !== undefined && count > 0 && <span className="text-xs tabular-nums">{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
