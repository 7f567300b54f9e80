import { type Finding, ok, problem, warning } from "../finding";

export type JobFacts = {
  /** Workers that are alive. */
  aliveWorkers: number;
  /** How long the oldest due job has waited; null when none is due. */
  oldestDueSeconds: number | null;
};

const WARNING_SECONDS = 60;
const PROBLEM_SECONDS = 600;

/** `isStarted`: whether the installation runs, so that a worker is expected. */
export function checkJobs(
  title: string,
  startCommand: string,
  facts: JobFacts,
  isStarted: boolean,
): Finding[] {
  const check = `jobs: ${title}`;
  const findings = [
    ...checkWorkers(check, startCommand, facts.aliveWorkers, isStarted),
    ...checkWait(check, facts.oldestDueSeconds, isStarted),
  ];
  return findings.length > 0 ? findings : [ok(check, "a worker is alive, and none is late")];
}

function checkWorkers(check: string, startCommand: string, alive: number, isStarted: boolean): Finding[] {
  if (alive > 0) return [];
  const action = `Start one: ${startCommand}.`;
  if (!isStarted) return [warning(check, "no worker is alive", action)];
  return [problem(check, "no worker is alive: refunds, webhooks and polls wait", action)];
}

/** What is due waits for the start of an installation that is stopped: that is a problem only where one runs. */
function checkWait(check: string, seconds: number | null, isStarted: boolean): Finding[] {
  if (seconds === null || seconds <= WARNING_SECONDS) return [];
  const found = `the oldest due job has waited ${Math.round(seconds)} s`;
  const action = "Start more workers, and read their logs for errors.";
  return [
    isStarted && seconds > PROBLEM_SECONDS ? problem(check, found, action) : warning(check, found, action),
  ];
}
