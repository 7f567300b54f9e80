"use client";

import { useState, type SubmitEvent } from "react";
import { useTranslations } from "use-intl/react";
import { AccountMark } from "@/components/accounts/account-mark";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/controls";
import { Dialog, DialogButtons } from "@/components/ui/dialog";
import type { AccountChoice } from "@/lib/accounts/account-views";
import { mayView, doneOf } from "@/lib/queues/work-kinds";
import {
  type AssignableView,
  MAX_WORK_REASON,
  WAIT_DAYS,
  type WorkItemView,
  type WorkOutcomeView,
  type WorkTargetInput,
} from "@/lib/queues/work-views";
import type { WorkStep } from "./queue-table";
import { StepNotice } from "./step-notice";
import { useWorkStep } from "./use-work-step";
import type { WorkCommands } from "./work-list";

export type WorkDialogProps = {
  step: Exclude<WorkStep, "reopen">;
  item: WorkItemView;
  /** Named where the list has several; null on a page of one. */
  account: AccountChoice | null;
  people: readonly AssignableView[];
  viewerId: string;
  commands: WorkCommands;
  /** With the outcome that the list has to follow; null when nothing was sent. */
  onClose: (outcome: WorkOutcomeView | null) => void;
};

const DEFAULT_DAYS = 3;

/**
 * Assigns an item, or sets it waiting or done. When somebody was faster, it says who has the item now; sending again then
 * replaces that knowingly.
 */
export function WorkDialog(props: WorkDialogProps) {
  const { step, item: opened, account, people, viewerId, commands, onClose } = props;
  const t = useTranslations("queues");
  const { isBusy, outcome, send } = useWorkStep();
  const [reason, setReason] = useState("");
  const [days, setDays] = useState<number>(DEFAULT_DAYS);
  const [personId, setPersonId] = useState(viewerId);
  const item = outcome?.kind === "changed" ? outcome.item : opened;
  const isOver = outcome?.kind === "ended" || outcome?.kind === "forbidden" || outcome?.kind === "signed_out";
  const { kind, itemId, version, mark, reference } = item;
  const target: WorkTargetInput = { kind, itemId, version, mark };

  const act = (): Promise<WorkOutcomeView> => {
    switch (step) {
      case "assign":
        return commands.assign({ ...target, personId: personId === "" ? null : personId });
      case "wait":
        return commands.wait({ ...target, reason, days });
      case "done":
        return commands.finish({ ...target, reason });
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void send(act).then((answered) => {
      if (answered?.kind === "done") onClose(answered);
    });
  };
  const close = (): void => onClose(outcome === null || outcome.kind === "cut_off" ? null : outcome);
  const faultAt = (field: "reason" | "person"): string | undefined =>
    outcome?.kind === "invalid" && outcome.field === field
      ? t(`fault.${outcome.fault}`, { max: MAX_WORK_REASON })
      : undefined;
  const hours = doneOf(kind)?.forHours ?? null;

  return (
    <Dialog
      title={t(`${step}.title`, { reference })}
      onDismiss={close}
      canDismiss={!isBusy}
      className="max-w-lg"
    >
      <form noValidate onSubmit={submit}>
        <div className="space-y-4">
          {account !== null && <AccountMark name={account.name} colour={account.colour} />}
          {step === "assign" ? (
            <SelectField
              label={t("assign.person")}
              hint={t("assign.hint")}
              error={faultAt("person")}
              value={personId}
              onChange={({ target: { value } }) => setPersonId(value)}
              options={optionsOf(kind, people, viewerId, t)}
              data-initial-focus
            />
          ) : (
            <TextField
              label={t(`${step}.reason`)}
              hint={
                step === "wait"
                  ? t("wait.hint")
                  : hours === null
                    ? t("done.hintForever")
                    : t("done.hint", { hours })
              }
              error={faultAt("reason")}
              value={reason}
              dir="auto"
              autoComplete="off"
              readOnly={isBusy}
              onChange={({ target: { value } }) => setReason(value)}
              data-initial-focus
            />
          )}
          {step === "wait" && (
            <SelectField
              label={t("wait.days")}
              value={String(days)}
              onChange={({ target: { value } }) =>
                setDays(WAIT_DAYS.find((n) => String(n) === value) ?? DEFAULT_DAYS)
              }
              options={WAIT_DAYS.map((n) => ({ value: String(n), label: t("wait.day", { n }) }))}
            />
          )}
          {outcome !== null && <StepNotice outcome={outcome} />}
        </div>
        <DialogButtons>
          <Button disabled={isBusy} onClick={close}>
            {t("keep")}
          </Button>
          {!isOver && (
            <Button type="submit" variant="primary" busy={isBusy}>
              {t(`${step}.send`)}
            </Button>
          )}
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** The viewer first: most items are taken, not given. */
function optionsOf(
  kind: WorkItemView["kind"],
  people: readonly AssignableView[],
  viewerId: string,
  t: ReturnType<typeof useTranslations<"queues">>,
): { value: string; label: string }[] {
  const may = people.filter(({ role }) => mayView(role, kind));
  const self = may.filter(({ personId }) => personId === viewerId);
  const others = may.filter(({ personId }) => personId !== viewerId);
  return [
    ...self.map(({ personId, name }) => ({ value: personId, label: t("assign.you", { person: name }) })),
    ...others.map(({ personId, name }) => ({ value: personId, label: name })),
    { value: "", label: t("assign.nobody") },
  ];
}
