import { currentLocale, translator } from "@/components/i18n/server";
import { type FilterChip, FilterChips } from "@/components/lists/filter-chips";
import { kindName } from "@/lib/payments/kind-name";
import { paths } from "@/lib/paths";
import {
  chosenStates,
  type PaymentFilter,
  writePaymentFilter,
} from "@/server/dashboard/payments/domain/payment-filter";
import { declineFilterName } from "./decline-filter-name";
import { listQuery, type ListRequest } from "./read-payment-list";

/** The filter in use, as text. */
export async function PaymentFilterChips({
  request,
}: {
  request: Pick<ListRequest, "filter" | "zone" | "columns">;
}) {
  const { filter, zone } = request;
  const t = await translator("payments");
  const common = await translator("common");
  const moment = new Intl.DateTimeFormat(`${await currentLocale()}-IN`, {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
    timeZone: zone,
  });
  const hrefOf = (narrowed: PaymentFilter): string => paths.paymentList(listQuery(request, narrowed));
  const set = Object.keys(writePaymentFilter(filter)) as (keyof PaymentFilter)[];

  const chips = set.flatMap((name): FilterChip[] => {
    if (name === "status") {
      return chosenStates(filter.status).map(({ code, states }) => ({
        words: t("filter.chip.status", {
          value: common(
            code === "INITIATED" || code === "SUCCESS" ? `paymentStates.${code}` : `paymentState.${code}`,
          ),
        }),
        code,
        href: hrefOf({ ...filter, status: filter.status.filter((other) => !states.includes(other)) }),
      }));
    }
    const value = filter[name];
    if (value === null) return [];
    const href = hrefOf({ ...filter, [name]: null });
    switch (name) {
      case "range":
        return filter.range === null ? [] : [{ words: t(`filter.chip.range.${filter.range}`), href }];
      case "customer":
        return [{ words: t("filter.chip.customer"), href }];
      case "method":
        if (filter.method === null) return [];
        return [
          {
            words: t("filter.chip.method", { value: common(`methodName.${filter.method}`) }),
            code: filter.method,
            href,
          },
        ];
      case "decline":
        if (filter.decline === null) return [];
        return [
          {
            words: t("filter.chip.decline", { value: declineFilterName(t, common, filter.decline) }),
            code: filter.decline,
            href,
          },
        ];
      case "from":
      case "until":
        return [{ words: t(`filter.chip.${name}`, { value: moment.format(new Date(value)) }), href }];
      case "scheme":
      case "bank":
        return [
          {
            words: t(`filter.chip.${name}`, { value: kindName(name, String(value)) }),
            code: String(value),
            href,
          },
        ];
      case "min":
      case "max":
      case "currency":
      case "gateway":
      case "prefix":
      case "udf1":
      case "udf2":
      case "udf3":
        return [{ words: t(`filter.chip.${name}`, { value }), href }];
    }
  });
  return <FilterChips chips={chips} />;
}
