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
          fills: "cut",
          width: "11.5rem",
          onCard: "start",
          cell: (key) => (
            <>
              <span className="font-medium">
                <ForeignText>{key.label}</ForeignText>
              </span>
              {key.isOurs && (
                <span className="ml-2 rounded-sm bg-accent-soft px-1.5 py-0.5 text-xs font-semibold whitespace-nowrap text-accent">
                  {t("ours")}
                </span>
              )}
            </>
          ),
        },
        {
          id: "start",
          heading: t("start"),
          hideBelow: "ml",
          onCard: "last",
          cell: ({ keyStart }) => (
            <code className="font-mono text-[0.8125rem] text-ink-muted">{keyStart}…</code>
          ),
        },
        {
          id: "access",
          heading: t("access"),
          fills: "cut",
          hideBelow: "md",
          onCard: "last",
          cell: ({ access }) => (access === null ? <EmptyValue>–</EmptyValue> : t(`accessOf.${access}`)),
        },
        {
          id: "status",
          heading: t("status"),
          onCard: "line",
          cell: ({ status }) => <Status {...STATES[status]} word={t(`state.${status}`)} />,
        },
        {
          id: "lastUsed",
          heading: t("lastUsed"),
          hideBelow: "sm",
          onCard: "end",
          cell: ({ lastUsedAt }) =>
            lastUsedAt === null ? <EmptyValue>{t("never")}</EmptyValue> : <Age iso={lastUsedAt} />,
        },
        {
          id: "ends",
          heading: t("ends"),
          hideBelow: "md",
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
          hideBelow: "lg",
          width: ROW_TIME_WIDTH,
          cell: ({ createdAt, createdBy }) => (
            <span title={createdBy ?? undefined}>
              <RowTime iso={createdAt} />
            </span>
          ),
        },
        {
          id: "actions",
          heading: <span className="sr-only">{t("actions")}</span>,
          align: "end",
          onCard: "act",
          cell: (key) => key.status === "ACTIVE" && <KeyActions view={key} grantable={grantable} />,
        },
      ]}
    />
  );
}
