"use client";

import { useOptimistic, useState, useTransition } from "react";
import { useTranslations } from "use-intl/react";
import { confirmBulkRowAction } from "@/app/(dashboard)/bulk/actions";
import { Checkbox } from "@/components/ui/controls";
import { useRouter } from "@/components/ui/use-router";
import { type BulkRowView, duplicateSubjects } from "@/lib/bulk";
import { OutcomeNotice } from "./outcome-notice";
import type { RunOutcome } from "./run-outcome";

/** A person confirms one likely duplicate. Each row is confirmed separately. */
export function ConfirmRow({ runId, row }: { runId: string; row: BulkRowView }) {
  const t = useTranslations("bulk");
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [isConfirmed, setIsConfirmed] = useOptimistic(row.confirmedBy !== null);
  const [outcome, setOutcome] = useState<RunOutcome | null>(null);

  const confirm = (isMeant: boolean): void => {
    startTransition(async () => {
      setIsConfirmed(isMeant);
      const answered = await send({ runId, rowId: row.rowId, isMeant, seen: duplicateSubjects(row.faults) });
      startTransition(() => {
        setOutcome(answered);
        router.refresh();
      });
    });
  };

  return (
    <>
      <Checkbox
        label={t("confirm.label", { line: row.line })}
        checked={isConfirmed}
        disabled={isPending}
        onChange={(event) => confirm(event.currentTarget.checked)}
      />
      <OutcomeNotice outcome={outcome} />
    </>
  );
}

async function send(input: Parameters<typeof confirmBulkRowAction>[0]): Promise<RunOutcome> {
  try {
    return await confirmBulkRowAction(input);
  } catch {
    return { kind: "cut_off" };
  }
}
