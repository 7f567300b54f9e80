import { Store } from "lucide-react";
import { Link } from "@/components/ui/link";
import { paths } from "@/lib/paths";

/** In the account menu, for admins of the first account. Rendered on the server. */
export function MerchantAccountsLink({ label }: { label: string }) {
  return (
    <Link
      href={paths.merchantAccounts()}
      className="flex min-h-8 items-center gap-2.5 rounded px-2 text-sm font-medium hover:bg-sunken pointer-coarse:min-h-11"
    >
      <Store aria-hidden className="size-4 shrink-0 text-ink-muted" />
      {label}
    </Link>
  );
}
