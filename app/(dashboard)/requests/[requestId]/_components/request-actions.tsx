"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button, buttonClass } from "@/components/ui/button";
import { TextAreaField, TextField } from "@/components/ui/controls";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { displayAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import { MAX_REQUEST_TEXT, type RequestRow } from "@/lib/requests/request-views";
import { StepNotice } from "./step-notice";
import { type RequestStepName, useRequestStep } from "./use-request-step";

type RequestActionsProps = { request: RequestRow; mayDecide: boolean };

/** Finance accepts, changes the amount, asks or declines; the requester answers or withdraws. */
export function RequestActions({ request, mayDecide }: RequestActionsProps) {
  const t = useTranslations("requests");
  const step = useRequestStep(request.requestId);
  const { isUndecided, isOwn } = request;
  if (!isUndecided && (step.outcome === null || step.outcome.kind === "done")) return null;
  return (
    <div className="grid gap-4">
      {step.outcome !== null && <StepNotice outcome={step.outcome} />}
      {isUndecided && (
        <Panel title={t("decide.title")}>
          {isOwn ? (
            <OwnSteps request={request} step={step} />
          ) : mayDecide ? (
            <FinanceSteps request={request} step={step} />
          ) : (
            <p className="text-sm text-ink-muted">{t("decide.role")}</p>
          )}
        </Panel>
      )}
    </div>
  );
}

type StepsProps = { request: RequestRow; step: ReturnType<typeof useRequestStep> };

function FinanceSteps({ request, step }: StepsProps) {
  const t = useTranslations("requests");
  const [shown, setShown] = useState<"amount" | "question" | "decline" | null>(null);
  const isNew = request.state === "OPEN" || request.state === "QUESTION";
  const toggle = (name: "amount" | "question" | "decline") => ({
    "aria-expanded": shown === name,
    onClick: () => {
      step.clear();
      setShown(shown === name ? null : name);
    },
  });
  return (
    <div className="space-y-3">
      <Link
        href={paths.refundForm({ ...request, request: request.requestId })}
        className={`${buttonClass("primary")} w-full`}
      >
        {t(isNew ? "decide.accept" : "decide.acceptAgain", {
          amount: displayAmount(request.amount, request.currency),
        })}
      </Link>
      <p className="text-sm text-ink-muted">{t("decide.acceptMeans")}</p>
      <div className="flex flex-wrap gap-2">
        {isNew && <Button {...toggle("amount")}>{t("decide.amount")}</Button>}
        {request.state === "OPEN" && <Button {...toggle("question")}>{t("decide.question")}</Button>}
        <Button {...toggle("decline")}>{t("decide.decline")}</Button>
      </div>
      {shown !== null && (
        <StepForm
          key={shown}
          name={shown}
          step={step}
          first={shown === "amount" ? request.amount : ""}
          onDone={() => setShown(null)}
        />
      )}
    </div>
  );
}

function OwnSteps({ request, step }: StepsProps) {
  const t = useTranslations("requests");
  return (
    <div className="space-y-4">
      {request.state === "QUESTION" ? (
        <StepForm name="answer" step={step} first="" onDone={() => undefined} />
      ) : (
        <p className="text-sm text-ink-muted">{t("decide.own")}</p>
      )}
      <Button busy={step.busy === "withdraw"} onClick={() => void step.send({ name: "withdraw", text: "" })}>
        {t("decide.withdraw")}
      </Button>
    </div>
  );
}

type StepFormProps = {
  name: Exclude<RequestStepName, "withdraw">;
  step: StepsProps["step"];
  first: string;
  onDone: () => void;
};

function StepForm({ name, step, first, onDone }: StepFormProps) {
  const t = useTranslations("requests");
  const [text, setText] = useState(first);
  const { outcome, busy } = step;
  const error =
    outcome?.kind === "invalid" && outcome.field !== "form"
      ? t(`step.fault.${outcome.fault}`, { max: MAX_REQUEST_TEXT })
      : undefined;
  const field = {
    label: t(`step.label.${name}`),
    error,
    dir: "auto",
    value: text,
    readOnly: busy !== null,
    onChange: ({ target: { value } }: { target: { value: string } }) => setText(value),
  };
  return (
    <form
      noValidate
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        void step.send({ name, text }).then((outcome) => {
          if (outcome?.kind === "done") onDone();
        });
      }}
    >
      {name === "amount" ? (
        <TextField {...field} inputMode="decimal" autoComplete="off" />
      ) : (
        <TextAreaField {...field} rows={3} />
      )}
      <Button type="submit" variant="primary" busy={busy === name}>
        {t(`step.send.${name}`)}
      </Button>
    </form>
  );
}
