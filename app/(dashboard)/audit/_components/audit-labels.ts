import type { AuditEntryView } from "@/lib/audit";

/** The label for a name, or the name itself made readable if the catalogue does not have it yet. */
export function wordOf(words: Readonly<Record<string, string>>, name: string): string {
  return (Object.hasOwn(words, name) ? words[name] : undefined) ?? readable(name);
}

/** `rule_version_saved` and `ruleVersion` as words. */
function readable(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type ActionWords = {
  action: Readonly<Record<string, string>>;
  /** What was to be done at the service: "Save routing rules". */
  serviceAction: Readonly<Record<string, string>>;
  serviceOutcome: Readonly<Record<string, string>>;
};

/**
 * The label of an action. Actions at the service have two entries, before and after: what was done, and its outcome.
 */
export function actionLabel(words: ActionWords, action: string): string {
  for (const [outcome, ending] of Object.entries(words.serviceOutcome)) {
    const serviceAction = action.endsWith(`_${outcome}`) ? action.slice(0, -outcome.length - 1) : "";
    const name = Object.hasOwn(words.serviceAction, serviceAction)
      ? words.serviceAction[serviceAction]
      : undefined;
    if (name !== undefined) return `${name}: ${ending}`;
  }
  return wordOf(words.action, action);
}

export type AuditWords = ActionWords & {
  subject: Readonly<Record<string, string>>;
  detail: Readonly<Record<string, string>>;
  /** What was done at the service: "Saved routing rules". */
  serviceDone: Readonly<Record<string, string>>;
  /** The same where it was not done, or nobody knows. */
  tried: (action: string) => string;
  /** The outcome of such an action, by the name of its last record. */
  outcome: Readonly<Record<string, string>>;
  verdict: Readonly<Record<string, string>>;
  role: Readonly<Record<string, string>>;
  yes: string;
  no: string;
  noOutcome: string;
};

type Labelled = Pick<AuditEntryView, "action" | "family" | "outcome">;

/** What a person did, as a sentence in the past that is true whatever the outcome. */
export function entryLabel(words: AuditWords, entry: Labelled): string {
  const { family, outcome } = entry;
  const wanted =
    family !== null && Object.hasOwn(words.serviceAction, family) ? words.serviceAction[family] : undefined;
  if (family === null || wanted === undefined) return actionLabel(words, entry.action);
  if (outcome?.action === `${family}_done`) return wordOf(words.serviceDone, family);
  return words.tried(wanted.charAt(0).toLowerCase() + wanted.slice(1));
}

type OutcomeTone = "good" | "bad" | "open" | "plain";

/** How it ended; null for an action of one record. An outcome without a record is open, never a failure. */
export function outcomeLabel(words: AuditWords, entry: Labelled): { text: string; tone: OutcomeTone } | null {
  if (entry.family === null) return null;
  if (entry.outcome === null) return { text: words.noOutcome, tone: "open" };
  const { action } = entry.outcome;
  const ending = action.startsWith(`${entry.family}_`) ? action.slice(entry.family.length + 1) : action;
  const isOfService = Object.hasOwn(words.serviceAction, entry.family);
  const text = isOfService ? wordOf(words.serviceOutcome, ending) : wordOf(words.outcome, action);
  return { text: text.charAt(0).toUpperCase() + text.slice(1), tone: toneOf(action) };
}

function toneOf(action: string): OutcomeTone {
  if (action.endsWith("_unknown")) return "open";
  if (/_(refused|failed|broken)$/.test(action)) return "bad";
  return /_(done|accepted|cancelled|created|finished)$/.test(action) ? "good" : "plain";
}

/** A value of the detail in words, where it is one of a few. */
export function valueLabel(words: AuditWords, name: string, value: string): string {
  switch (name) {
    case "verdict":
      return wordOf(words.verdict, value);
    // A change of role has the two roles; other records have versions and times by these names.
    case "role":
    case "from":
    case "to":
      return (Object.hasOwn(words.role, value) ? words.role[value] : undefined) ?? value;
    default:
      return value === "true" ? words.yes : value === "false" ? words.no : value;
  }
}
