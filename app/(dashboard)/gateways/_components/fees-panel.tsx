import { translator } from "@/components/i18n/server";
import { FetchFailed } from "@/components/states/fetch-failed";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { EmptyValue } from "@/components/ui/text";
import { SmallTableHead } from "@/components/ui/small-table-head";
import type { OpsResult } from "@/lib/contract/ops";
import { feeText } from "@/lib/gateways/fee-text";
import type { OpsRead } from "@/lib/ops-outcomes";
import { EditFees } from "./edit-fees";

export type FeeList = OpsResult<"gateways.fees">["gateways"][number];

/** What each gateway charges the merchant, by currency and method. */
export async function FeesPanel({
  read,
  mayManage,
}: {
  read: OpsRead<OpsResult<"gateways.fees">>;
  /** Whether the viewer may change them. */
  mayManage: boolean;
}) {
  if (read.kind === "not_offered") return <FetchFailed read={read} />;
  const t = await translator("gateways");
  return (
    <Panel title={t("fees.title")}>
      <p className="max-w-prose text-sm text-ink-muted">{t("fees.about")}</p>
      {read.kind !== "found" && <FetchFailed read={read} />}
      {read.kind === "found" && (
        <ul className="mt-3 divide-y divide-line border-t border-line">
          {read.value.gateways.map((list) => (
            <li
              key={list.gateway}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-3"
            >
              <FeesOfGateway list={list} />
              {mayManage && <EditFees list={list} />}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

async function FeesOfGateway({ list }: { list: FeeList }) {
  const t = await translator("gateways");
  const common = await translator("common");
  const { gateway, fees } = list;
  return (
    <div className="min-w-0 grow basis-80">
      <h3 className="font-mono text-sm font-medium wrap-anywhere">{gateway}</h3>
      {fees.length === 0 && (
        <p className="text-sm">
          <EmptyValue>{t("fees.none")}</EmptyValue>
        </p>
      )}
      {fees.length > 0 && (
        <table className="mt-1 w-full max-w-md text-sm">
          <caption className="sr-only">{t("fees.caption", { gateway })}</caption>
          <SmallTableHead
            columns={[
              { heading: t("fees.currency"), className: "w-20" },
              { heading: t("fees.method") },
              { heading: t("fees.fee"), align: "end" },
            ]}
          />
          <tbody>
            {fees.map((fee) => (
              <tr
                key={`${fee.currency} ${fee.payment_method ?? ""}`}
                className="border-b border-line last:border-0"
              >
                <td className="py-1">{fee.currency}</td>
                <td className="py-1 ps-3">
                  {fee.payment_method === null
                    ? t(others(fees, fee) ? "fees.otherMethods" : "fees.allMethods")
                    : common(`methodName.${fee.payment_method}`)}
                </td>
                <td className="py-1 pl-3 text-right tabular-nums">{feeText(fee) ?? t("fees.free")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {list.changed_at !== null && (
        <p className="mt-1 text-xs text-ink-muted">
          {t.rich("fees.changed", {
            name: list.changed_by ?? "",
            time: () => <Time iso={list.changed_at ?? ""} />,
          })}
        </p>
      )}
    </div>
  );
}

/** Whether some methods of the currency have a fee of their own. */
function others(fees: FeeList["fees"], { currency }: FeeList["fees"][number]): boolean {
  return fees.some((fee) => fee.currency === currency && fee.payment_method !== null);
}
