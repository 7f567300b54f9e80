import { X } from "lucide-react";
import Link from "next/link";
import { currentLocale, translator } from "@/components/i18n/server";
import { paths } from "@/lib/paths";
import { type PaymentFilter, writePaymentFilter } from "@/server/dashboard/domain/payment-filter";

/** What narrows the list down, each with the way to take it away. */
export async function FilterChips({ filter, zone }: { filter: PaymentFilter; zone: string }) {
  const t = await translator("payments");
  const moment = new Intl.DateTimeFormat(`${await currentLocale()}-IN`, {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
    timeZone: zone,
  });
  const set = Object.keys(writePaymentFilter(filter)) as (keyof PaymentFilter)[];
  if (set.length === 0) return null;

  const chips = set.flatMap((name): { words: string; without: PaymentFilter }[] => {
    if (name === "status") {
      return filter.status.map((status) => ({
        words: t("filter.chip.status", { value: status }),
        without: { ...filter, status: filter.status.filter((other) => other !== status) },
      }));
    }
    const value = filter[name];
    if (value === null) return [];
    const without = { ...filter, [name]: null };
    switch (name) {
      case "range":
        return filter.range === null ? [] : [{ words: t(`filter.chip.range.${filter.range}`), without }];
      case "customer":
        return [{ words: t("filter.chip.customer"), without }];
      case "from":
      case "until":
        return [{ words: t(`filter.chip.${name}`, { value: moment.format(new Date(value)) }), without }];
      case "min":
      case "max":
      case "method":
      case "gateway":
      case "prefix":
      case "udf1":
      case "udf2":
      case "udf3":
        return [{ words: t(`filter.chip.${name}`, { value }), without }];
    }
  });
  return (
    <ul aria-label={t("filter.active")} className="mb-3 flex flex-wrap gap-1.5 text-sm">
      {chips.map(({ words, without }) => (
        <li key={words} className="inline-flex max-w-full items-center rounded-full bg-sunken pl-2.5">
          <bdi className="truncate">{words}</bdi>
          <Link
            href={paths.paymentList(writePaymentFilter(without))}
            aria-label={t("filter.remove", { filter: words })}
            className="grid size-6 shrink-0 place-items-center rounded-full text-ink-muted hover:text-ink print:hidden"
          >
            <X aria-hidden className="size-3.5" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
