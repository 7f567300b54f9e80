"use client";

import { CircleCheck, CircleMinus, KeyRound, Pencil, TriangleAlert, UserCog, Users } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { AccountMark } from "@/components/accounts/account-mark";
import { Button, buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Status } from "@/components/ui/status";
import { type Column, DataTable } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { AccountRow } from "@/lib/accounts/account-views";
import { withAccount } from "@/lib/accounts/address";
import { paths } from "@/lib/paths";

type AccountsTableProps = {
  accounts: AccountRow[];
  isReopening: boolean;
  onTask: (kind: "edit" | "key" | "close" | "appoint", account: AccountRow) => void;
  onReopen: (account: AccountRow) => void;
};

export function AccountsTable({ accounts, isReopening, onTask, onReopen }: AccountsTableProps) {
  const t = useTranslations("accounts");
  const actionsOf = (account: AccountRow): ReactNode => {
    const { name } = account;
    if (account.closedAt !== null) {
      return (
        <Button
          size="sm"
          busy={isReopening}
          aria-label={t("reopenNamed", { name })}
          onClick={() => onReopen(account)}
        >
          {t("reopen")}
        </Button>
      );
    }
    return (
      <span className="inline-flex flex-wrap items-center gap-1.5 @3xl:justify-end">
        <Button
          size="sm"
          aria-label={t("editNamed", { name })}
          icon={<Pencil aria-hidden className="size-3.5" />}
          onClick={() => onTask("edit", account)}
        >
          {t("edit")}
        </Button>
        {account.mayManagePeople && (
          <Link
            href={withAccount(account.isFirst ? null : account.slug, paths.people())}
            aria-label={t("peopleNamed", { name })}
            className={buttonClass("secondary", "sm")}
          >
            <Users aria-hidden className="size-3.5" />
            {t("people")}
          </Link>
        )}
        {account.admins === 0 && (
          <Button
            size="sm"
            aria-label={t("appoint.named", { name })}
            icon={<UserCog aria-hidden className="size-3.5" />}
            onClick={() => onTask("appoint", account)}
          >
            {t("appoint.action")}
          </Button>
        )}
        {!account.isFirst && (
          <>
            <Button
              size="sm"
              aria-label={t("keysNamed", { name })}
              icon={<KeyRound aria-hidden className="size-3.5" />}
              onClick={() => onTask("key", account)}
            >
              {t("keys")}
            </Button>
            <Button
              size="sm"
              variant="ghost"
              aria-label={t("closeTitle", { name })}
              onClick={() => onTask("close", account)}
            >
              {t("close")}
            </Button>
          </>
        )}
      </span>
    );
  };
  const statusOf = ({ closedAt }: AccountRow): ReactNode =>
    closedAt === null ? (
      <Status tone="success" icon={CircleCheck} word={t("active")} />
    ) : (
      <Status tone="neutral" icon={CircleMinus} word={t("closed")} />
    );
  const adminsOf = ({ admins }: AccountRow): ReactNode =>
    admins === 0 ? (
      <Status tone="warning" icon={TriangleAlert} word={t("appoint.missing")} />
    ) : (
      <span className="text-ink-muted">{t("admins", { count: admins })}</span>
    );
  const columns: Column<AccountRow>[] = [
    {
      id: "name",
      heading: t("name"),
      cell: (account) => (
        <>
          <AccountMark name={account.name} colour={account.colour} />
          <span className="mt-0.5 block text-sm text-ink-muted">
            {account.isFirst ? t("first") : <code className="font-mono">/a/{account.slug}</code>}
          </span>
          {account.closedAt !== null && <span className="mt-1 block @xl:hidden">{statusOf(account)}</span>}
          {account.closedAt === null && <span className="mt-0.5 block text-sm">{adminsOf(account)}</span>}
          <span className="mt-2 block @3xl:hidden">{actionsOf(account)}</span>
        </>
      ),
    },
    {
      id: "service",
      heading: t("service"),
      hideBelow: "md",
      cell: ({ serviceAddress }) => <span className="font-mono text-sm break-all">{serviceAddress}</span>,
    },
    {
      id: "key",
      heading: t("keyChanged"),
      hideBelow: "lg",
      width: "11rem",
      cell: ({ credentialsChangedAt }) =>
        credentialsChangedAt === null ? t("fromEnvironment") : <Time iso={credentialsChangedAt} />,
    },
    {
      id: "status",
      heading: t("status"),
      hideBelow: "sm",
      width: "7rem",
      cell: statusOf,
    },
    {
      id: "actions",
      heading: <span className="sr-only">{t("actions")}</span>,
      align: "end",
      width: "27rem",
      hideBelow: "md",
      cell: actionsOf,
    },
  ];
  return <DataTable label={t("label")} columns={columns} rows={accounts} rowKey={({ id }) => String(id)} />;
}
