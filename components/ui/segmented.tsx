import type { LucideIcon } from "lucide-react";
import { cx } from "./cx";

type Option<Value extends string> = {
  value: Value;
  label: string;
  /** Shown instead of the label, which becomes the accessible name. */
  icon?: LucideIcon;
  /** The language of the label, if it is not the page's. */
  lang?: string;
};

type SegmentedProps<Value extends string> = {
  /** The accessible name; sighted people see it from the icons or labels. */
  legend: string;
  name: string;
  options: readonly Option<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
};

/** One of a few options, side by side; a group of radio buttons to keyboards and screen readers. */
export function Segmented<Value extends string>({
  legend,
  name,
  options,
  value,
  onChoose,
}: SegmentedProps<Value>) {
  return (
    <fieldset className="flex shrink-0 rounded bg-sunken p-0.5">
      <legend className="sr-only">{legend}</legend>
      {options.map(({ value: option, label, icon: Icon, lang }) => (
        <label
          key={option}
          title={Icon === undefined ? undefined : label}
          lang={lang}
          className={cx(
            "relative grid h-6 min-w-6 cursor-pointer pointer-coarse:h-10 pointer-coarse:min-w-11 place-items-center rounded-sm text-xs font-medium text-ink-muted",
            "has-checked:bg-surface has-checked:text-ink has-checked:shadow-raised",
            "has-focus-visible:outline-2 has-focus-visible:outline-accent",
            Icon === undefined && "px-1.5",
          )}
        >
          <input
            type="radio"
            name={name}
            value={option}
            checked={value === option}
            onChange={() => onChoose(option)}
            className="sr-only"
          />
          {Icon === undefined ? (
            label
          ) : (
            <>
              <Icon aria-hidden className="size-3.5" />
              <span className="sr-only">{label}</span>
            </>
          )}
        </label>
      ))}
    </fieldset>
  );
}
