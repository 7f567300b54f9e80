import { DeclineCount } from "./decline-count";
import { type DeclineTable, heatOf } from "./decline-table";

/** Shows the numbers of the table where a column for each gateway has no room: one table for each gateway. */
export function DeclineLists({ view, t, numbers, reasonName, hrefOf }: DeclineTable) {
  return (
    <div className="space-y-5 @2xl:hidden">
      {view.gateways.map(({ name, total }, index) => (
        <table key={name} className="w-full border-separate border-spacing-y-0.5 text-sm">
          <caption className="pb-1 text-start">
            <span className="flex justify-between gap-2">
              <span className="truncate font-mono font-semibold">{name}</span>
              <span className="text-ink-muted tabular-nums">
                {t("declines.notPaid", { n: numbers.count(total) })}
              </span>
            </span>
          </caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t("declines.reason")}</th>
              <th scope="col">{t("declines.payments")}</th>
            </tr>
          </thead>
          {view.groups.map(({ avoidability, rows }) => {
            const own = rows.flatMap(({ reason, cells }) => {
              const cell = cells[index];
              return cell === undefined || cell.count === 0 ? [] : [{ reason, cell }];
            });
            if (own.length === 0) return null;
            return (
              <tbody key={avoidability}>
                <tr>
                  <th
                    scope="rowgroup"
                    colSpan={2}
                    className="pt-1.5 text-start text-xs font-medium text-ink-muted"
                  >
                    {t(`declines.group.${avoidability}`)}
                  </th>
                </tr>
                {own.map(({ reason, cell }) => (
                  <tr key={reason} className={heatOf(cell)}>
                    <th scope="row" className="rounded-s px-2 py-1.5 text-start font-normal">
                      {reasonName(reason)}
                    </th>
                    <td className="rounded-e px-2 py-1.5 text-end whitespace-nowrap">
                      <DeclineCount
                        words={numbers.count(cell.count)}
                        href={hrefOf?.(reason, name) ?? null}
                        label={t("declines.open", {
                          n: numbers.count(cell.count),
                          reason: reasonName(reason),
                          gateway: name,
                        })}
                      />
                      <span className="ms-2 inline-block w-12 text-xs tabular-nums">
                        {numbers.share(cell.share)}
                      </span>
                    </td>
                  </tr>
                ))}
              </tbody>
            );
          })}
        </table>
      ))}
    </div>
  );
}
