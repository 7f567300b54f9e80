import { Ban, CircleCheck, Clock3, type LucideIcon } from "lucide-react";
import { translator } from "@/components/i18n/server";
import { Status, type StatusTone } from "@/components/ui/status";
import { DataTable } from "@/components/ui/table";
import { EmptyValue, ForeignText } from "@/components/ui/text";
import { Age, ROW_TIME_WIDTH, RowTime } from "@/components/ui/time";
import type { KeyAccess } from "@/lib/keys/key-access";
import type { KeyView } from "@/lib/keys/key-view";
import { KeyActions } from "./key-actions";

const STATES: Record<KeyView["status"], { tone: StatusTone; icon: LucideIcon }> = {
  ACTIVE: { tone: "success", icon: CircleCheck },
  EXPIRED: { tone: "neutral", icon: Clock3 },
  REVOKED: { tone: "neutral", icon: Ban },
};

type KeysTableProps = {
  keys: readonly KeyView[];
  /** The accesses that the person's own role covers. */
  grantable: readonly KeyAccess[];
};

/** The keys, one row each; the one that Paydeck itself signs with is marked. */
export async function KeysTable({ keys, grantable }: KeysTableProps) {
  const t = await translator("keys");
  return (
    <DataTable
      label={t("list")}
      rows={keys}
      rowKey={({ keyId }) => keyId}
      columns={[
        {
          id: "key",
          heading: t("key"),
          cell: (key) => (
            <>
              <p className="font-medium">
                <ForeignText>{key.label}</ForeignText>
                {key.isOurs && (
                  <span className="ml-2 rounded-sm bg-accent-soft px-1.5 py-0.5 text-xs font-semibold whitespace-nowrap text-accent">
                    {t("ours")}
                  </span>
                )}
              </p>
              <p className="text-ink-muted">
                <code className="font-mono text-[0.8125rem]">{key.keyStart}…</code>
                {key.access !== null && <> · {t(`accessOf.${key.access}`)}</>}
              </p>
              <p className="mt-1 @xl:hidden">
                <Status {...STATES[key.status]} word={t(`state.${key.status}`)} />
              </p>
              {key.status === "ACTIVE" && <KeyActions view={key} grantable={grantable} />}
            </>
          ),
        },
        {
          id: "status",
          heading: t("status"),
          width: "7.5rem",
          hideBelow: "sm",
          cell: ({ status }) => <Status {...STATES[status]} word={t(`state.${status}`)} />,
        },
        {
          id: "lastUsed",
          heading: t("lastUsed"),
          hideBelow: "sm",
          width: "8rem",
          cell: ({ lastUsedAt }) =>
            lastUsedAt === null ? <EmptyValue>{t("never")}</EmptyValue> : <Age iso={lastUsedAt} />,
        },
        {
          id: "ends",
          heading: t("ends"),
          hideBelow: "md",
          width: ROW_TIME_WIDTH,
          cell: ({ status, expiresAt, revokedAt }) => {
            if (status === "REVOKED" && revokedAt !== null) {
              return (
                <>
                  {t("state.REVOKED")} <RowTime iso={revokedAt} />
                </>
              );
            }
            return expiresAt === null ? (
              <EmptyValue>{t("endsNever")}</EmptyValue>
            ) : (
              <RowTime iso={expiresAt} />
            );
          },
        },
        {
          id: "limits",
          heading: t("limits"),
          hideBelow: "lg",
          width: "10rem",
          cell: ({ perSecond, burst }) => {
            if (perSecond === null && burst === null) return <EmptyValue>–</EmptyValue>;
            if (burst === null) return t("limitsPerSecond", { perSecond: perSecond ?? 0 });
            if (perSecond === null) return t("limitsBurst", { burst });
            return t("limitsOf", { perSecond, burst });
          },
        },
        {
          id: "created",
          heading: t("created"),
          hideBelow: "md",
          width: ROW_TIME_WIDTH,
          cell: ({ createdAt, createdBy }) => (
            <>
              <RowTime iso={createdAt} />
              {createdBy !== null && (
                <p className="text-ink-muted">
                  <ForeignText>{createdBy}</ForeignText>
                </p>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
