"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import type { AccountRow } from "@/lib/accounts/account-views";
import { closeAccountAction } from "../actions";
import { AccountDialog, type AccountTask } from "./account-dialog";
import { AccountNotice } from "./account-notice";
import { AppointDialog } from "./appoint-dialog";
import { AccountsTable } from "./accounts-table";
import { CloseDialog } from "./close-dialog";
import { useAccountChange } from "./use-account-change";

type Task = AccountTask | { kind: "close"; account: AccountRow } | { kind: "appoint"; account: AccountRow };

/** All merchant accounts, with dialogs to add, change and close one. */
export function AccountsEditor({ accounts }: { accounts: AccountRow[] }) {
  const t = useTranslations("accounts");
  const [task, setTask] = useState<Task | null>(null);
  const reopening = useAccountChange();
  const close = (): void => setTask(null);
  return (
    <>
      <PageHeader
        title={t("title")}
        about={t("about")}
        actions={
          <Button
            variant="primary"
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => setTask({ kind: "add" })}
          >
            {t("add")}
          </Button>
        }
      />
      <div className="grid gap-4">
        {reopening.outcome !== null && <AccountNotice outcome={reopening.outcome} />}
        <AccountsTable
          accounts={accounts}
          isReopening={reopening.isBusy}
          onTask={(kind, account) => setTask({ kind, account })}
          onReopen={({ id }) => void reopening.change(() => closeAccountAction({ id, isClosed: false }))}
        />
      </div>
      {task !== null &&
        (task.kind === "close" ? (
          <CloseDialog account={task.account} onClose={close} />
        ) : task.kind === "appoint" ? (
          <AppointDialog account={task.account} onClose={close} />
        ) : (
          <AccountDialog task={task} onClose={close} />
        ))}
    </>
  );
}
