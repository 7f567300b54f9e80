import type { ScheduledList } from "./scheduled-lists";
import type { ExportTimes } from "./next-slot";

export const EXPORT_FILE_FORMATS = ["csv", "xlsx"] as const;
export type ExportFileFormat = (typeof EXPORT_FILE_FORMATS)[number];

/** Why a run has no file. */
export const EXPORT_FAILURES = [
  "role",
  "closed",
  "filter",
  "not_offered",
  "unavailable",
  "key_refused",
  "busy",
  "too_many_rows",
  "too_large",
  "failed",
] as const;
export type ExportFailure = (typeof EXPORT_FAILURES)[number];

export const PAUSE_REASONS = ["person", "role", "closed", "account_closed"] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

export type ExportRunView = {
  runId: string;
  /** Its slot, or when its owner started it. */
  at: string;
  isExtra: boolean;
  state: "waiting" | "running" | "done" | "failed";
  rows: number | null;
  bytes: number | null;
  why: ExportFailure | null;
  /** Until when the file can be downloaded; null when there is none, or no longer. */
  expiresAt: string | null;
};

export type ScheduledExportView = {
  scheduleId: string;
  name: string;
  list: ScheduledList;
  /** The filter, as in the list's address. */
  query: string;
  format: ExportFileFormat;
  times: ExportTimes;
  nextAt: string;
  paused: PauseReason | null;
  runs: ExportRunView[];
};

export const SCHEDULE_FIELDS = [
  "name",
  "format",
  "frequency",
  "weekday",
  "monthDay",
  "time",
  "timeZone",
  "filter",
] as const;
export type ScheduleField = (typeof SCHEDULE_FIELDS)[number];
export type ScheduleFault = "blank" | "too_long" | "not_a_text" | "unknown" | "contact";

export type CreateScheduleOutcome =
  | { kind: "created"; scheduleId: string }
  | { kind: "invalid"; faults: Partial<Record<ScheduleField, ScheduleFault>> }
  | { kind: "too_many"; max: number }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

export const SCHEDULE_CHANGES = ["pause", "resume", "run", "delete"] as const;
export type ScheduleChange = (typeof SCHEDULE_CHANGES)[number];
export type ChangeScheduleOutcome = { kind: "done" | "running" | "not_found" | "forbidden" | "signed_out" };
