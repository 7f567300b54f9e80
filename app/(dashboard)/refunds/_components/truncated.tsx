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

/** An id is never cut off: on a phone it is smaller, and breaks where it must. */
export const ID_LINK =
  "block min-h-6 font-mono text-xs leading-6 wrap-anywhere text-accent underline-offset-2 hover:underline @xl:text-[0.8125rem]";
