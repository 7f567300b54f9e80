import { cx } from "@/components/ui/cx";

/** Text of any length on one line; whole on hover, for the keyboard, and for a screen reader. */
export function Truncated({ text, className }: { text: string; className?: string }) {
  return (
    <bdi title={text} className={cx("block truncate", className)}>
      {text}
    </bdi>
  );
}

/** The same within a link: it opens when it has the focus. */
export const TRUNCATED_LINK =
  "block min-h-6 truncate leading-6 underline-offset-2 hover:underline focus-visible:whitespace-normal focus-visible:wrap-anywhere";
