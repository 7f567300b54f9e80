import { WithMarks } from "@/components/ui/text";
import { cx } from "@/components/ui/cx";

/** Text of any length on one line; complete on hover, on keyboard focus, and for screen readers. */
export function Truncated({ text, className }: { text: string; className?: string }) {
  return (
    <bdi title={text} className={cx("block truncate", className)}>
      <WithMarks text={text} />
    </bdi>
  );
}

/** Truncates a text within a link: it expands on focus. */
export const TRUNCATED_LINK =
  "block min-h-6 truncate leading-6 underline-offset-2 hover:underline focus-visible:whitespace-normal focus-visible:wrap-anywhere";

/** An id is never truncated: on a phone it is smaller, and wraps only if it must. */
export const ID_LINK =
  "block min-h-6 font-mono text-xs leading-6 wrap-anywhere text-accent max-sm:text-[0.6875rem] max-sm:tracking-tighter underline-offset-2 hover:underline @xl:text-[0.8125rem]";
