import { messagesOf, translator } from "@/components/i18n/server";
import { type FilterChip, FilterChips } from "@/components/lists/filter-chips";
import type { AuditFilter } from "@/lib/audit";
import { paths } from "@/lib/paths";
import { actionLabel } from "./audit-labels";

const FIELDS = ["person", "action", "subject", "from", "until"] as const;

/** The filter in use, as text. */
export async function AuditFilterChips({ filter }: { filter: AuditFilter }) {
  const [t, common] = await Promise.all([translator("audit"), translator("common")]);
  const { audit: words } = await messagesOf(["audit"]);
  const chips = FIELDS.filter((field) => filter[field] !== "").map((field): FilterChip => {
    const value = field === "action" ? actionLabel(words, filter.action) : filter[field];
    return {
      words: common("filter.chip", { name: t(`filter.${field}`), value }),
      href: paths.audit({ ...filter, [field]: "" }),
    };
  });
  return <FilterChips chips={chips} />;
}
