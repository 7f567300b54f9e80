import { Fragment } from "react";
import { EmptyValue } from "@/components/ui/text";
import { DeclineCount } from "./decline-count";
import { type DeclineTable, heatOf } from "./decline-table";

const CELL = "px-2 py-1.5 text-end";

/** Reasons by gateways, as a table whose cells are the darker the larger their share of the gateway is. */
export function DeclineMatrix({ view, t, numbers, reasonName, hrefOf }: DeclineTable) {
  const columns = view.gateways.length + 2;
  return (
    <div
      role="region"
      aria-label={t("declines.title")}
      // Scrolls with many gateways only, and then with the keyboard too.
      tabIndex={view.gateways.length > 6 ? 0 : undefined}
      className="overflow-x-auto @max-2xl:hidden"
    >
      <table className="w-full border-separate border-spacing-0.5 text-sm">
        <caption className="sr-only">{t("declines.caption")}</caption>
        <thead>
          <tr className="text-xs text-ink-muted">
            <th scope="col" className="py-1.5 pe-2 text-start font-medium">
              {t("declines.reason")}
            </th>
            {view.gateways.map(({ name }) => (
              <th
                key={name}
                scope="col"
                className={`${CELL} max-w-36 truncate font-mono font-medium`}
                title={name}
              >
                {name}
              </th>
            ))}
            <th scope="col" className={`${CELL} font-medium`}>
              {t("declines.all")}
            </th>
          </tr>
        </thead>
        <tbody>
          {view.groups.map(({ avoidability, rows }) => (
            <Fragment key={avoidability}>
              <tr>
                <th scope="rowgroup" colSpan={columns} className="pt-3 pb-1 text-start text-xs font-semibold">
                  {t(`declines.group.${avoidability}`)}
                </th>
              </tr>
              {rows.map(({ reason, cells, total }) => (
                <tr key={reason}>
                  <th scope="row" className="py-1.5 pe-2 text-start font-normal">
                    {reasonName(reason)}
                  </th>
                  {cells.map((cell, index) => {
                    const gateway = view.gateways[index]?.name ?? "";
                    return (
                      <td key={gateway} className={`${CELL} rounded ${heatOf(cell)}`}>
                        {cell.count === 0 ? (
                          <EmptyValue>–</EmptyValue>
                        ) : (
                          <>
                            <DeclineCount
                              words={numbers.count(cell.count)}
                              href={hrefOf?.(reason, gateway) ?? null}
                              label={t("declines.open", {
                                n: numbers.count(cell.count),
                                reason: reasonName(reason),
                                gateway,
                              })}
                            />
                            <span className="ms-1.5 inline-block w-12 text-xs tabular-nums">
                              {numbers.share(cell.share)}
                            </span>
                          </>
                        )}
                      </td>
                    );
                  })}
                  <td className={`${CELL} font-medium`}>
                    <DeclineCount
                      words={numbers.count(total)}
                      href={hrefOf?.(reason, null) ?? null}
                      label={t("declines.openAll", { n: numbers.count(total), reason: reasonName(reason) })}
                    />
                  </td>
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-medium">
            <th scope="row" className="pt-3 pe-2 pb-1.5 text-start">
              {t("declines.all")}
            </th>
            {view.gateways.map(({ name, total }) => (
              <td key={name} className={`${CELL} pt-3 tabular-nums`}>
                {numbers.count(total)}
                <span className="ms-1.5 inline-block w-12" />
              </td>
            ))}
            <td className={`${CELL} pt-3 tabular-nums`}>{numbers.count(view.total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
