import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { cx } from "./cx";
import { ReadyButton } from "./ready-button";

type Variant = "primary" | "secondary" | "danger" | "ghost" | "link";
type Size = "sm" | "md";

const VARIANTS: Record<Variant, string> = {
  primary: "bg-accent-solid text-on-solid shadow-raised enabled:hover:brightness-110",
  secondary: "border border-edge bg-surface text-ink shadow-raised enabled:hover:bg-sunken",
  danger: "bg-danger-solid text-on-solid shadow-raised enabled:hover:brightness-110",
  ghost: "text-ink-muted enabled:hover:bg-sunken enabled:hover:text-ink",
  link: "text-accent enabled:hover:bg-accent-soft",
};

const SIZES: Record<Size, string> = {
  sm: "h-7 gap-1.5 px-2.5 text-sm",
  md: "h-9 gap-2 px-3.5 text-base",
};

/** The classes of a button, for links that look like one. */
export function buttonClass(variant: Variant = "secondary", size: Size = "md"): string {
  return cx(
    "inline-flex shrink-0 items-center justify-center rounded font-medium whitespace-nowrap select-none touch-target button-edge",
    "button-off aria-disabled:cursor-progress",
    VARIANTS[variant],
    SIZES[size],
  );
}

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: Variant;
  size?: Size;
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
  /** Shows the spinner. Label and focus stay; the handler must ignore a second click. */
  busy?: boolean;
  /** The browser can send the button's form by itself: it works before hydration and without JavaScript. */
  isPlain?: boolean;
};

export function Button(props: ButtonProps) {
  const { variant, size, icon, busy = false, isPlain = false, className, children, ...rest } = props;
  const Element = isPlain ? "button" : ReadyButton;
  return (
    <Element
      type="button"
      aria-busy={busy}
      aria-disabled={busy}
      className={cx(buttonClass(variant, size), className)}
      {...rest}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </Element>
  );
}

/** Inline SVG: an icon of the library would add the library's core to pages without icons. */
function Spinner() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      className="size-4 animate-spin"
    >
      <path d="M20.6 15A9 9 0 1 1 15 3.5" />
    </svg>
  );
}
