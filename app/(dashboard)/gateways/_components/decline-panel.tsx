import { currentLocale, translator } from "@/components/i18n/server";
import { FetchFailed } from "@/components/states/fetch-failed";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { DECLINE_RANGES, type DeclineView } from "@/lib/gateways/decline-view";
import type { OpsRead } from "@/lib/ops-outcomes";
import { paths } from "@/lib/paths";
import { DeclineLists } from "./decline-lists";
import { DeclineMatrix } from "./decline-matrix";
import { type DeclineTable, declineNumbers } from "./decline-table";
import { UnmappedCodes } from "./unmapped-codes";
import { type GatewaysAddress, gatewaysHref } from "./gateways-address";
import { RangeLinks } from "./range-links";

type DeclinePanelProps = {
  /** Null without the permission to see the gateways. */
  read: OpsRead<DeclineView> | null;
  address: GatewaysAddress;
  /** Whether the numbers lead to the payments. */
  mayListPayments: boolean;
};

/** Why payments were not paid at each gateway. */
export async function DeclinePanel({ read, address, mayListPayments }: DeclinePanelProps) {
  if (read === null) return null;
  if (read.kind === "not_offered") return <FetchFailed read={read} />;
  const t = await translator("gateways");
  return (
    <Panel
      title={t("declines.title")}
      aside={
        <RangeLinks
          label={t("declines.ranges")}
          links={DECLINE_RANGES.map((range) => ({
            words: t(`declines.range.${range}`),
            href: gatewaysHref({ ...address, declines: range }),
            isHere: range === address.declines,
          }))}
        />
      }
      className="@container"
    >
      {read.kind === "found" ? (
        <Declines view={read.value} address={address} mayListPayments={mayListPayments} />
      ) : (
        <FetchFailed read={read} />
      )}
    </Panel>
  );
}

async function Declines({
  view,
  address,
  mayListPayments,
}: Omit<DeclinePanelProps, "read"> & { view: DeclineView }) {
  const [t, common, locale] = await Promise.all([
    translator("gateways"),
    translator("common"),
    currentLocale(),
  ]);
  if (view.total === 0) return <p className="text-sm text-ink-muted">{t("declines.none")}</p>;
  const table: DeclineTable = {
    view,
    t,
    numbers: declineNumbers(locale),
    reasonName: (reason) => common(`declineReason.${reason}`),
    hrefOf: mayListPayments
      ? (reason, gateway) =>
          paths.paymentList({
            range: address.declines,
            decline: reason,
            ...(gateway !== null && { gateway }),
          })
      : null,
  };
  return (
    <>
      <p className="mb-3 max-w-prose text-sm text-ink-muted">
        {t("declines.about")}
        {view.onlySince !== null && (
          <>
            {" "}
            {t.rich("declines.onlySince", {
              n: view.total,
              time: () => <Time iso={view.onlySince ?? ""} />,
            })}
          </>
        )}
      </p>
      <DeclineMatrix {...table} />
      <DeclineLists {...table} />
      <UnmappedCodes {...table} />
    </>
  );
}
