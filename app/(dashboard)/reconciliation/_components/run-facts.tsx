"use client";

import { useTranslations } from "use-intl/react";
import { Fact, Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { ProgressBar } from "@/components/ui/progress-bar";
import { EmptyValue, ForeignText, Sentence } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { isUnfinished, type RunView } from "@/lib/reconciliation/views";
import { notComparedOf } from "@/lib/reconciliation/run-numbers";
import { RunStatus } from "./run-status";
import { Sums } from "./sums";

/** What a comparison counted, how far it is, and what it could not compare. */
export function RunFacts({ run }: { run: RunView }) {
  const t = useTranslations("reconciliation");
  const { visited } = run;
  const done = visited.payments + visited.refunds + visited.reversals + visited.findings;
  const earlier = visited.earlier_payments ?? 0;
  const total = run.planned === null ? null : Math.max(run.planned, done);
  const number = (name: string, value: number) => (
    <Fact name={name}>
      <span className="tabular-nums">{value}</span>
    </Fact>
  );
  return (
    <div className="grid gap-4">
      {run.state === "broken" && (
        <Notice tone="danger" title={t("run.brokenTitle")}>
          <p>{t("run.brokenBody")}</p>
          {run.failure !== null && (
            <p>
              <Sentence>{t("run.brokenWhy", { why: run.failure })}</Sentence>
            </p>
          )}
        </Notice>
      )}
      {run.not_compared.length > 0 && (
        <Notice tone="warning" title={t("run.notComparedTitle", { n: notComparedOf(run) })}>
          <p>{t("run.notComparedBody")}</p>
          <ul className="list-disc space-y-0.5 pl-4">
            {run.not_compared.map(({ gateway, reason, count }) => (
              <li key={`${gateway} ${reason}`}>
                <Sentence>{t("run.notComparedLine", { gateway, count, reason })}</Sentence>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Panel title={t("run.facts")} aside={<RunStatus state={run.state} />}>
        {isUnfinished(run) && (
          <div className="mb-4" role="status">
            {total !== null && <ProgressBar label={t("run.progress")} done={done} total={total} />}
            <p className="mt-1.5 text-sm text-ink-muted tabular-nums">
              {total === null ? t("run.progressOnly", { done }) : t("run.progressOf", { done, total })}
            </p>
          </div>
        )}
        <div className="grid gap-x-10 gap-y-3 xl:grid-cols-2">
          <Facts>
            {number(t("list.compared"), run.compared)}
            {number(t("list.matched"), run.matched)}
            {number(t("list.repaired"), run.repaired)}
            {number(t("run.settled"), run.settled)}
            {run.gone > 0 && number(t("run.gone"), run.gone)}
            {number(t("list.left"), run.left)}
            <Fact name={t("list.stake")}>
              <Sums sums={run.at_stake} />
            </Fact>
          </Facts>
          <Facts>
            {number(t("run.payments"), visited.payments)}
            {number(t("run.refunds"), visited.refunds)}
            {number(t("run.reversals"), visited.reversals)}
            {visited.findings > 0 && number(t("run.older"), visited.findings)}
            {earlier > 0 && number(t("run.earlier"), earlier)}
            <Fact name={t("run.requestedBy")}>
              {run.requested_by === null && run.source === "request" ? (
                <EmptyValue />
              ) : run.requested_by === null ? (
                t(run.source === "command" ? "list.byCommand" : "list.byDaily")
              ) : (
                <ForeignText>{run.requested_by}</ForeignText>
              )}
            </Fact>
            <Fact name={t("run.startedAt")}>
              {run.started_at === null ? <EmptyValue /> : <Time iso={run.started_at} />}
            </Fact>
            <Fact name={t("run.finishedAt")}>
              {run.finished_at === null ? <EmptyValue /> : <Time iso={run.finished_at} />}
            </Fact>
          </Facts>
        </div>
      </Panel>
    </div>
  );
}
