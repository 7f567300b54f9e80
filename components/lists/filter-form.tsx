import { ListFilter } from "lucide-react";
import { requestedAddress } from "@/components/navigation/server";
import { Link } from "@/components/ui/link";
import type { ComponentProps, ReactNode } from "react";
import { translator } from "@/components/i18n/server";
import { Button, buttonClass } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Tool } from "@/components/ui/tool-bar";

type FilterFormProps = {
  label: string;
  /** The address of the unfiltered list: the form's target and that of "Clear". */
  action: string;
  clearHref?: string;
  /** The filter in use. */
  filter: Readonly<Record<string, unknown>>;
  /** How many of its fields are set, and how many of the choices beside it. */
  count: number;
  folded?: number;
  isOpen?: boolean;
  columns: 4 | 5;
  children: ReactNode;
  /** What is at the end of the row of buttons. */
  foot?: ReactNode;
};

const COLUMNS = { 4: "lg:grid-cols-4", 5: "xl:grid-cols-5" } as const;

/**
 * The filters of a list in its bar: a plain GET form, so that it works without JavaScript and the address has the
 * filter.
 */
export async function FilterForm(props: FilterFormProps) {
  const {
    label,
    action,
    clearHref = action,
    filter,
    count,
    folded = 0,
    isOpen = false,
    columns,
    children,
    foot,
  } = props;
  const t = await translator("common");
  return (
    <FilterTool count={count} folded={folded} isOpen={isOpen}>
      <form
        role="search"
        aria-label={label}
        action={await requestedAddress(action)}
        // Remounts the form for another filter, so that no old value stays in its fields.
        key={JSON.stringify(filter)}
      >
        <div className={`grid items-start gap-x-4 gap-y-3 sm:grid-cols-2 ${COLUMNS[columns]}`}>
          {children}
        </div>
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <Button isPlain type="submit" variant="primary" size="sm">
            {t("apply")}
          </Button>
          {count > 0 && (
            <Link href={clearHref} className={buttonClass("ghost", "sm")}>
              {t("clear")}
            </Link>
          )}
          {foot !== undefined && <span className="ml-auto">{foot}</span>}
        </div>
      </form>
    </FilterTool>
  );
}

/** The button that opens the choices of a bar without such a form on a phone: those with the class `folded`. */
export function FoldedFilters({ count, isOpen = false }: { count: number; isOpen?: boolean }) {
  return <FilterTool count={count} isOpen={isOpen} className="sm:hidden!" />;
}

/** The item of a bar that opens its filters; on a phone also those beside it with the class `folded`. */
export async function FilterTool({
  className,
  ...tool
}: Omit<ComponentProps<typeof Tool>, "icon" | "label">) {
  const t = await translator("common");
  return <Tool {...tool} icon={ListFilter} label={t("filter.open")} className={cx("filters", className)} />;
}
