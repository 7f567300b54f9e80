import { cx } from "@/components/ui/cx";
import type { AccountColour } from "@/lib/accounts/account";

const COLOURS: Record<AccountColour, string> = {
  gray: "bg-ink-muted",
  blue: "bg-accent-solid",
  green: "bg-success-solid",
  amber: "bg-warning-solid",
  red: "bg-danger-solid",
};

/** An account's name after its colour; the colour alone never tells accounts apart. */
export function AccountMark({ name, colour }: { name: string; colour: AccountColour }) {
  return (
    <span className="flex min-w-0 items-center gap-2 in-[td]:items-baseline">
      <span aria-hidden className={cx("size-2.5 shrink-0 rounded-full", COLOURS[colour])} />
      <bdi className="truncate font-medium in-[h2]:font-semibold in-[h2]:wrap-anywhere in-[h2]:whitespace-normal in-[td]:wrap-anywhere in-[td]:whitespace-normal">
        {name}
      </bdi>
    </span>
  );
}
