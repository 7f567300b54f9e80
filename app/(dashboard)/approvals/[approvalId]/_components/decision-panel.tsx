"use client";

import { useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { DuplicateRefunds } from "@/components/refunds/duplicate-refunds";
import {
  answerTo,
  type RequestAnswer,
  WaitingRequestChoice,
  withAnswer,
} from "@/components/refunds/waiting-request-choice";
import { Button } from "@/components/ui/button";
import { Checkbox, TextAreaField } from "@/components/ui/controls";
import { Panel } from "@/components/ui/panel";
import type { ApprovalView } from "@/lib/approvals/approval-views";
import type { LikelyDuplicateRefund } from "@/lib/duplicate-refunds";
import { displayAmount } from "@/lib/money";
import type { WaitingRequestQuestion } from "@/lib/requests/request-state";
import { DecisionNotice } from "./decision-notice";
import { useDecision } from "./use-decision";

/** What a decision needs before it can be sent: a note, or a confirmed duplicate. */
const ASKED = "[aria-invalid=true], [data-asked]";

type DecisionPanelProps = { approval: ApprovalView; mayDecide: boolean };

/** Approve, decline or withdraw; afterwards the outcome, which stays. */
export function DecisionPanel({ approval, mayDecide }: DecisionPanelProps) {
  const t = useTranslations("approvals");
  const tDuplicate = useTranslations("duplicateRefund");
  const { approvalId, isOwn, state } = approval;
  const { busy, outcome, decide } = useDecision(approvalId);
  const [note, setNote] = useState("");
  const question = outcome?.kind === "likely_duplicate" ? outcome : null;
  /** The warning that was confirmed, and the one that was not: a later warning must be confirmed again. */
  const [confirmed, setConfirmed] = useState<LikelyDuplicateRefund | null>(null);
  const [unanswered, setUnanswered] = useState<LikelyDuplicateRefund | null>(null);
  // Stays while what is asked next is answered.
  const [waiting, setWaiting] = useState<WaitingRequestQuestion | null>(null);
  const [answer, setAnswer] = useState<RequestAnswer | null>(null);
  const asked = outcome?.kind === "waiting_request" ? outcome : null;
  if (asked !== null && asked !== waiting) setWaiting(asked);
  if (outcome?.kind === "request_closed" && waiting !== null) setWaiting(null);
  const given = answerTo(waiting?.request ?? null, answer);
  const questionId = useId();
  const form = useRef<HTMLFormElement>(null);
  const isOpen = state === "WAITING";
  const noteFault = outcome?.kind === "invalid" && outcome.field === "note" ? outcome.fault : null;
  // The pressed button may be far below what it asks for on a phone.
  useEffect(() => {
    if (outcome?.kind !== "invalid" && outcome?.kind !== "likely_duplicate") return;
    const asked = form.current?.querySelector<HTMLElement>(ASKED);
    asked?.focus({ preventScroll: true });
    asked?.scrollIntoView({ block: "center" });
  }, [outcome]);
  if (!isOpen && outcome === null) return null;

  const approve = (): void => {
    if (question !== null && confirmed !== question) return setUnanswered(question);
    const confirmedDuplicates = question?.duplicates.map(({ intentId }) => intentId) ?? [];
    return void decide({ action: "approve", note, ...withAnswer(given, { confirmedDuplicates }) });
  };

  return (
    <div className="grid gap-4">
      {outcome !== null && question === null && asked === null && noteFault === null && (
        <DecisionNotice outcome={outcome} />
      )}
      {isOpen && (
        <Panel title={t("decide.title")}>
          {isOwn ? (
            <>
              <p className="mb-3 text-sm text-ink-muted">{t("decide.own")}</p>
              <Button
                busy={busy === "withdraw"}
                onClick={() => void decide({ action: "withdraw", note: "", confirmedDuplicates: [] })}
              >
                {t("decide.withdraw")}
              </Button>
            </>
          ) : approval.isFromOwnRequest ? (
            <p className="text-sm text-ink-muted">
              {t("decide.ownRequest", { kind: approval.subject.kind })}
            </p>
          ) : mayDecide ? (
            <form
              ref={form}
              noValidate
              className="space-y-4"
              onSubmit={(event) => {
                event.preventDefault();
                approve();
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
              {waiting !== null && (
                <WaitingRequestChoice
                  request={waiting.request}
                  currency={waiting.currency}
                  answer={answer}
                  asked={asked}
                  isSending={busy !== null}
                  onAnswer={setAnswer}
                />
              )}
              {question !== null && (
                <div data-asked tabIndex={-1} className="outline-none">
                  <DuplicateRefunds found={question} next={tDuplicate("approveNext")}>
                    <Checkbox
                      label={tDuplicate("confirm", {
                        amount: displayAmount(question.amount, question.currency),
                      })}
                      checked={confirmed === question}
                      disabled={busy !== null}
                      aria-describedby={questionId}
                      onChange={(event) => setConfirmed(event.target.checked ? question : null)}
                      className="font-medium"
                    />
                    <p id={questionId} className="text-danger">
                      {unanswered === question && confirmed !== question && tDuplicate("neededToApprove")}
                    </p>
                  </DuplicateRefunds>
                </div>
              )}
              <div className="flex flex-wrap gap-2 phone-bar max-sm:*:grow">
                <Button
                  type="submit"
                  variant="primary"
                  busy={busy === "approve"}
                  className="grow whitespace-normal"
                >
                  {approveLabel(approval, t)}
                </Button>
                <Button
                  busy={busy === "decline"}
                  onClick={() => void decide({ action: "decline", note, confirmedDuplicates: [] })}
                >
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

/** The button names what it starts. */
function approveLabel({ subject, totals, rowCount }: ApprovalView, t: Translate): string {
  if (subject.kind === "bulk") return t("decide.approveRun", { n: rowCount });
  const amount = totals.map((total) => displayAmount(total.amount, total.currency)).join(", ");
  return t("decide.approve", { amount });
}

function noteWords(fault: "missing" | "too_long" | "not_storable" | "incomplete", t: Translate): string {
  return fault === "incomplete" ? t("outcome.incomplete") : t(`decide.noteFault.${fault}`);
}
