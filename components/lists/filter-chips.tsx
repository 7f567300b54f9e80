import { X } from "lucide-react";
import { Link } from "@/components/ui/link";
import { translator } from "@/components/i18n/server";

export type FilterChip = {
  words: string;
  /** The service's own name of the value, if it has one (0387). */
  code?: string;
  /** The address of the list without this filter. */
  href: string;
};

/** The active filters of a list, each with a link that removes it. */
export async function FilterChips({ chips }: { chips: readonly FilterChip[] }) {
  if (chips.length === 0) return null;
  const t = await translator("common");
  return (
    <ul aria-label={t("filter.active")} className="folded flex max-w-full min-w-0 flex-wrap gap-1.5 text-sm">
      {chips.map(({ words, code, href }) => (
        <li
          key={words}
          className="relative inline-flex max-w-full items-center rounded-full bg-accent-soft pl-2.5 font-medium text-accent"
        >
          <bdi title={code} className="truncate">
            {words}
            {code !== undefined && <span className="sr-only"> {code}</span>}
          </bdi>
          <Link
            href={href}
            aria-label={t("filter.remove", { filter: words })}
            className="grid size-6 shrink-0 place-items-center rounded-full hover:bg-accent-solid hover:text-on-solid"
          >
            <X aria-hidden className="size-3.5" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
