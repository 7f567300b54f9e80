import { cx } from "./cx";
import { Link } from "./link";

type ChoiceProps = {
  label: string;
  /** Named by the label only for assistive technology, where the options say enough. */
  isLabelHidden?: boolean;
  options: readonly { name: string; count?: number; href: string; isHere: boolean }[];
};

/** One of a few parts of a list: links, so that they work without JavaScript. */
export function Choice({ label, isLabelHidden = false, options }: ChoiceProps) {
  return (
    <nav aria-label={label} className="folded mr-3 flex flex-wrap items-center gap-1.5 text-sm">
      {!isLabelHidden && (
        <span aria-hidden className="mr-1 text-ink-muted">
          {label}
        </span>
      )}
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
