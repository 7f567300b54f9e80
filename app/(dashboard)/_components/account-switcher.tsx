import { Check, ChevronsUpDown, Layers } from "lucide-react";
import { AccountMark } from "@/components/accounts/account-mark";
import type { AccountChoice } from "@/lib/accounts/account-views";
import { withAccount } from "@/lib/accounts/address";
import { paths } from "@/lib/paths";

const MENU_ID = "account-switcher";

type AccountSwitcherProps = {
  choices: readonly AccountChoice[];
  /** The slug of the page's account; null for the first. */
  current: string | null;
  texts: { current: string; switch: string; all: string };
};

/**
 * The account of this page, and a menu of the others. A switch loads the page anew, so that nothing that the browser
 * remembers of one account is left in another. Rendered on the server alone: most people have one account.
 */
export function AccountSwitcher({ choices, current, texts }: AccountSwitcherProps) {
  const here = choices.find(({ slug }) => slug === current);
  if (choices.length < 2 || here === undefined) return null;
  return (
    <div className="px-3 pt-1 pb-2">
      <button
        type="button"
        popoverTarget={MENU_ID}
        className="flex min-h-9 w-full items-center gap-2 rounded border border-line px-2 py-1.5 text-left text-sm hover:bg-sunken pointer-coarse:min-h-11"
      >
        <span className="sr-only">{texts.current}</span>
        <span className="min-w-0 grow">
          <AccountMark {...here} />
        </span>
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-muted" />
      </button>
      <div
        id={MENU_ID}
        popover="auto"
        className="inset-auto top-24 right-3 m-0 max-h-[70dvh] w-64 overflow-y-auto rounded-lg border border-line bg-surface p-2 text-ink shadow-floating lg:right-auto lg:left-3"
      >
        <a
          href={withAccount(null, paths.allAccounts())}
          className="mb-1 flex min-h-9 items-center gap-2 rounded border-b border-line px-2 text-sm font-medium hover:bg-sunken pointer-coarse:min-h-11"
        >
          <Layers aria-hidden className="size-3.5 shrink-0 text-ink-muted" />
          {texts.all}
        </a>
        <p className="px-2 pb-1 text-xs text-ink-muted">{texts.switch}</p>
        <ul>
          {choices.map((choice) => (
            <li key={choice.slug ?? ""}>
              <a
                href={withAccount(choice.slug, paths.payments())}
                aria-current={choice === here ? "true" : undefined}
                className="flex min-h-9 items-center gap-2 rounded px-2 text-sm hover:bg-sunken pointer-coarse:min-h-11"
              >
                <span className="min-w-0 grow">
                  <AccountMark {...choice} />
                </span>
                {choice === here && <Check aria-hidden className="size-4 shrink-0 text-ink-muted" />}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
