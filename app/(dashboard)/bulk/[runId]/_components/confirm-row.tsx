"use client";

import { useId, useOptimistic, useState, useTransition } from "react";
import { useTranslations } from "use-intl/react";
import { confirmBulkRowAction } from "@/app/(dashboard)/bulk/actions";
import { Checkbox } from "@/components/ui/controls";
import { useRouter } from "@/components/ui/use-router";
import { type BulkRowView, duplicateSubjects } from "@/lib/bulk";
import { OutcomeNotice } from "./outcome-notice";
import type { RunOutcome } from "./run-outcome";

/** What a person says about a row: whether it is sent, and whether it fulfils the refund request of its payment. */
type Answer = "fulfils" | "sent" | "left_out";

/** A person confirms one likely duplicate, or says what the row is to a waiting refund request. Each row is answered separately. */
export function ConfirmRow({ runId, row }: { runId: string; row: BulkRowView }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const given = row.confirmedBy === null ? "left_out" : row.fulfilsRequest === null ? "sent" : "fulfils";
  const [answer, setAnswer] = useOptimistic<Answer>(given);
  const [outcome, setOutcome] = useState<RunOutcome | null>(null);

  const choose = (chosen: Answer): void => {
    startTransition(async () => {
      setAnswer(chosen);
      const answered = await send({
        runId,
        rowId: row.rowId,
        isMeant: chosen !== "left_out",
        fulfils: chosen === "fulfils",
        seen: duplicateSubjects(row.faults),
      });
      startTransition(() => {
        setOutcome(answered);
        router.refresh();
      });
    });
  };

  return (
    <>
      <Choice row={row} answer={answer} isPending={isPending} onChoose={choose} />
      <OutcomeNotice outcome={outcome} />
    </>
  );
}

type ChoiceProps = {
  row: BulkRowView;
  answer: Answer;
  isPending: boolean;
  onChoose: (answer: Answer) => void;
};

function Choice({ row: { line, faults }, answer, isPending, onChoose }: ChoiceProps) {
  const t = useTranslations("bulk.confirm");
  const group = useId();
  const request = faults.find((fault) => fault.kind === "refund_requested");
  if (request === undefined) {
    const isClosed = faults.some(({ kind }) => kind === "request_closed");
    return (
      <Checkbox
        label={t(isClosed ? "withoutRequest" : "label", { line })}
        checked={answer === "sent"}
        disabled={isPending}
        onChange={(event) => onChoose(event.currentTarget.checked ? "sent" : "left_out")}
      />
    );
  }
  const possible: readonly Answer[] = [
    ...(request.fulfilledByLine === undefined ? (["fulfils"] as const) : []),
    ...(request.leftBeside === undefined ? (["sent"] as const) : []),
    "left_out",
  ];
  return (
    <fieldset>
      <legend className="sr-only">{t("question", { line })}</legend>
      {possible.map((one) => (
        <label key={one} className="flex min-h-6 touch-target items-start gap-2 text-sm">
          <input
            type="radio"
            name={group}
            checked={answer === one}
            disabled={isPending}
            className="mt-0.5 size-4 shrink-0 accent-accent-solid"
            onChange={() => onChoose(one)}
          />
          {t(`answer.${one}`)}
        </label>
      ))}
    </fieldset>
  );
}

async function send(input: Parameters<typeof confirmBulkRowAction>[0]): Promise<RunOutcome> {
  try {
    return await confirmBulkRowAction(input);
  } catch {
    return { kind: "cut_off" };
  }
}
