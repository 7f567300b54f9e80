import { cx } from "@/components/ui/cx";
import { formatPaise, parseAmount } from "@/lib/money";

/** The parts of what the service reports: what went back is grey, what is on its way has the accent, what is here is green. */
export const REFUND_PARTS = [
  { name: "refunded", swatch: "bg-line-strong" },
  // Striped: in progress must differ from refunded by more than colour.
  {
    name: "inProgress",
    swatch: "bg-[repeating-linear-gradient(135deg,var(--accent-solid)_0_4px,var(--accent-soft)_4px_8px)]",
  },
  { name: "left", swatch: "bg-success-solid" },
] as const;

const [REFUNDED, IN_PROGRESS, LEFT] = REFUND_PARTS;
/**
 * The parts with manual refunds, which are dotted: no gateway has made them. What a request reserves has thin stripes
 * the other way.
 */
export const PARTS = [
  REFUNDED,
  IN_PROGRESS,
  {
    name: "manual",
    swatch: "bg-[radial-gradient(var(--line-strong)_1px,var(--sunken)_1.5px)] bg-[length:5px_5px]",
  },
  {
    name: "requested",
    swatch: "bg-[repeating-linear-gradient(45deg,var(--warning)_0_2px,var(--warning-soft)_2px_6px)]",
  },
  LEFT,
] as const;

type PartsBarProps = Record<"paid" | "refunded" | "inProgress" | "left", string> & {
  /** Null or absent: no manual refunds. */
  manual?: string | null;
  /** Null or absent: no refund request reserves an amount. */
  requested?: string | null;
  /** The figures in words. */
  label: string;
};

/** refunded + in progress + manual + requested + left, as lengths of what was paid. */
export function PartsBar({ label, paid, ...amounts }: PartsBarProps) {
  return (
    <div
      role="img"
      aria-label={label}
      className="flex h-3 overflow-hidden rounded-full border border-line-strong"
    >
      {PARTS.map(({ name, swatch }) => (
        <span
          key={name}
          className={cx("forced-color-adjust-none", swatch)}
          style={{ width: `${percentOf(amounts[name] ?? "0.00", paid)}%` }}
        />
      ))}
    </div>
  );
}

/** A percentage with two decimals, computed in paise. */
function percentOf(part: string, whole: string): string {
  const [of, all] = [parseAmount(part), parseAmount(whole)];
  if (!of.ok || !all.ok || all.value === 0n) return "0";
  return formatPaise((of.value * 10_000n) / all.value);
}
