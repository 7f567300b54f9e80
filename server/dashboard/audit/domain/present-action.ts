import type { AuditEntryView, AuditPerson, AuditStepView } from "@/lib/audit";
import { amountOf, shownDetail } from "./audit-amounts";
import { type AuditFamily, RUN_FAMILY } from "./audit-families";
import type { AuditNames, AuditStep } from "./audit-record";

/** What people want to know at once, in this order. Everything else is among the steps. */
const FACTS = [
  "email",
  "role",
  "from",
  "to",
  "rows",
  "problems",
  "what",
  "format",
  "gateway",
  "label",
  "count",
  "reason",
  "note",
  "verdict",
  "message",
  "why",
] as const;

/** The subject of reading the list of webhook endpoints. */
const ALL_ENDPOINTS = "list";

/** A time as it is recorded, which is not for reading. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T/;

/** An outcome that comes later than this is shown with its own time. */
const AT_ONCE_MS = 60_000;

/** Every id in records that may have a name. */
export function idsIn(steps: readonly AuditStep[]): ReadonlySet<string> {
  return new Set(
    steps
      .flatMap((step) => [
        step.actorId,
        step.subjectId,
        step.requestId,
        textOf(step, "transactionId"),
        textOf(step, "runId"),
      ])
      .filter((id) => id !== null && id !== ""),
  ) as ReadonlySet<string>;
}

/** What represents an action in the list, and how many records its rows have if it is a bulk run. */
type Represented = { position: bigint; family: AuditFamily | null; rowRecords: number };

/** One action from its records, in their order; null when there are none. What rows of a run did is among the steps alone. */
export function presentAction(
  { position, family, rowRecords }: Represented,
  all: readonly AuditStep[],
  names: AuditNames,
): AuditEntryView | null {
  const steps =
    family === RUN_FAMILY ? all.filter(({ subjectKind }) => subjectKind === RUN_FAMILY.kind) : all;
  const start = steps.find(({ action }) => family === null || action === family.start) ?? steps[0];
  if (start === undefined) return null;
  const last = steps.at(-1);
  const ending = family !== null && last !== undefined && last.action !== family.start ? last : null;
  return {
    position: String(position),
    at: start.at.toISOString(),
    person: personOf(start, names),
    action: start.action,
    family: family?.name ?? null,
    outcome:
      ending === null
        ? null
        : {
            action: ending.action,
            at: ending.at.toISOString(),
            isLater: ending.at.getTime() - start.at.getTime() > AT_ONCE_MS,
          },
    subject: { kind: start.subjectKind, id: start.subjectId, name: subjectName(start, steps, names) },
    payment: paymentOf(steps, names),
    run: runOf(start, names),
    amount: firstOf(steps, amountOf),
    facts: FACTS.flatMap((name) => {
      const value = firstOf([...steps].reverse(), (step) => textOf(step, name));
      return value === null || INSTANT.test(value) ? [] : [{ name, value }];
    }),
    steps: all.map((step) => presentStep(step, names)),
    notListed: Math.max(0, rowRecords - (all.length - steps.length)),
  };
}

function presentStep(step: AuditStep, names: AuditNames): AuditStepView {
  return {
    position: String(step.position),
    at: step.at.toISOString(),
    person: personOf(step, names),
    action: step.action,
    subject: { kind: step.subjectKind, id: step.subjectId },
    detail: shownDetail(step.detail),
    requestId: step.requestId,
    hash: step.hash,
  };
}

function personOf(step: AuditStep, names: AuditNames): AuditPerson {
  if (step.actorId === null) return null;
  const { actorEmail: email } = step;
  return { name: names.people.get(step.actorId) ?? email, email };
}

function subjectName(
  { subjectKind: kind, subjectId: id }: AuditStep,
  steps: readonly AuditStep[],
  names: AuditNames,
): string | null {
  switch (kind) {
    case "person":
    case "account":
      return names.people.get(id) ?? null;
    // Their ids are names.
    case "gateway":
      return id === "" ? null : id;
    case "webhook":
      if (id === "" || id === ALL_ENDPOINTS || id.includes("://")) return id.includes("://") ? id : null;
      return names.endpoints.get(id) ?? firstOf(steps, (step) => textOf(step, "url")) ?? id;
    // A network address is not for the list.
    case "sign_in":
      return id.includes("@") ? id : null;
    default:
      return null;
  }
}

function paymentOf(steps: readonly AuditStep[], names: AuditNames): AuditEntryView["payment"] {
  const transactionId =
    firstOf(steps, (step) => textOf(step, "transactionId")) ??
    firstOf(steps, (step) =>
      step.subjectKind === "payment" && step.subjectId !== "" ? step.subjectId : null,
    );
  const reference =
    firstOf(steps, (step) => textOf(step, "reference")) ??
    firstOf(steps, (step) => (step.subjectKind === "reference" ? step.subjectId : null)) ??
    (transactionId === null ? null : (names.references.get(transactionId) ?? null));
  return transactionId === null && reference === null ? null : { transactionId, reference };
}

/** The rows of a bulk run are recorded with its id in place of a request's. */
function runOf(start: AuditStep, names: AuditNames): AuditEntryView["run"] {
  const id = start.subjectKind === "bulk_run" ? start.subjectId : (textOf(start, "runId") ?? start.requestId);
  const name = id === null ? undefined : names.runs.get(id);
  return id === null || name === undefined ? null : { id, name };
}

function textOf(step: AuditStep, name: string): string | null {
  const value = step.detail[name];
  if (typeof value === "string") return value === "" ? null : value;
  return typeof value === "number" ? String(value) : null;
}

function firstOf(steps: readonly AuditStep[], read: (step: AuditStep) => string | null): string | null {
  for (const step of steps) {
    const value = read(step);
    if (value !== null) return value;
  }
  return null;
}
