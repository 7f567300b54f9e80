"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/controls";
import { Panel } from "@/components/ui/panel";
import type { ApprovalView } from "@/lib/approval-views";
import { displayAmount } from "@/lib/money";
import { DecisionNotice } from "./decision-notice";
import { useDecision } from "./use-decision";

type DecisionPanelProps = { approval: ApprovalView; mayDecide: boolean };

/** Yes, no, or taking it back; and afterwards what came of it, which stays. */
export function DecisionPanel({ approval, mayDecide }: DecisionPanelProps) {
  const t = useTranslations("approvals");
  const { approvalId, isOwn, state } = approval;
  const { busy, outcome, decide } = useDecision(approvalId);
  const [note, setNote] = useState("");
  const isOpen = state === "WAITING";
  const noteFault = outcome?.kind === "invalid" && outcome.field === "note" ? outcome.fault : null;
  if (!isOpen && outcome === null) return null;

  return (
    <div className="grid gap-4">
      {outcome !== null && noteFault === null && <DecisionNotice outcome={outcome} />}
      {isOpen && (
        <Panel title={t("decide.title")}>
          {isOwn ? (
            <>
              <p className="mb-3 text-sm text-ink-muted">{t("decide.own")}</p>
              <Button busy={busy === "withdraw"} onClick={() => void decide("withdraw", "")}>
                {t("decide.withdraw")}
              </Button>
            </>
          ) : mayDecide ? (
            <form
              noValidate
              className="space-y-4"
              onSubmit={(event) => {
                event.preventDefault();
                void decide("approve", note);
              }}
            >
              <TextAreaField
                label={t("decide.note")}
                hint={t("decide.noteHint")}
                error={noteFault === null ? undefined : noteWords(noteFault, t)}
                dir="auto"
                rows={3}
                value={note}
                readOnly={busy !== null}
                onChange={(event) => setNote(event.target.value)}
              />
              <div className="flex flex-wrap gap-2">
                <Button
                  type="submit"
                  variant="primary"
                  busy={busy === "approve"}
                  className="grow whitespace-normal"
                >
                  {approveLabel(approval, t)}
                </Button>
                <Button busy={busy === "decline"} onClick={() => void decide("decline", note)}>
                  {t("decide.decline")}
                </Button>
              </div>
            </form>
          ) : (
            <p className="text-sm text-ink-muted">{t("decide.role")}</p>
          )}
        </Panel>
      )}
    </div>
  );
}

type Translate = ReturnType<typeof useTranslations<"approvals">>;

/** The button names what it sets going. */
function approveLabel({ subject, totals, rowCount }: ApprovalView, t: Translate): string {
  if (subject.kind === "bulk") return t("decide.approveRun", { n: rowCount });
  const amount = totals.map((total) => displayAmount(total.amount, total.currency)).join(", ");
  return t("decide.approve", { amount });
}

function noteWords(fault: "missing" | "too_long" | "not_storable" | "incomplete", t: Translate): string {
  return fault === "incomplete" ? t("outcome.incomplete") : t(`decide.noteFault.${fault}`);
}
