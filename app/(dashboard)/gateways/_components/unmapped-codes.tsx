import { SmallTableHead } from "@/components/ui/small-table-head";
import { DeclineCount } from "./decline-count";
import type { DeclineTable } from "./decline-table";

/** Codes of vendors that have no decline reason, with their payments. Nothing when every code has one. */
export function UnmappedCodes({ view, t, numbers, reasonName, hrefOf }: DeclineTable) {
  const { codes, payments } = view.unmapped;
  if (codes.length === 0) return null;
  const rest = payments - codes.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-labelledby="unmapped-codes" className="mt-5 border-t border-line pt-4">
      <h3 id="unmapped-codes" className="text-sm font-semibold">
        {t("declines.unmapped.title")}
      </h3>
      <p className="mt-0.5 mb-2 max-w-prose text-sm text-ink-muted">
        {t("declines.unmapped.about", { reason: reasonName("unknown") })}
      </p>
      <table className="w-full max-w-2xl text-sm">
        <SmallTableHead
          columns={[
            { heading: t("declines.unmapped.code") },
            { heading: t("declines.unmapped.gateway") },
            { heading: t("declines.payments"), align: "end" },
          ]}
        />
        <tbody className="divide-y divide-line">
          {codes.map(({ gateway, code, count }) => (
            <tr key={`${gateway} ${code}`}>
              <th scope="row" className="py-1.5 text-start font-mono font-normal wrap-anywhere">
                <bdi>{code}</bdi>
              </th>
              <td className="max-w-32 truncate py-1.5 ps-3 font-mono" title={gateway}>
                {gateway}
              </td>
              <td className="py-1.5 ps-3 text-end">
                <DeclineCount
                  words={numbers.count(count)}
                  href={hrefOf?.("unknown", gateway) ?? null}
                  label={t("declines.unmapped.open", { gateway })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && (
        <p className="mt-2 text-xs text-ink-muted">
          {t("declines.unmapped.rest", { n: numbers.count(rest) })}
        </p>
      )}
    </section>
  );
}
