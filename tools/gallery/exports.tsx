import { ScheduleActions } from "@/app/(dashboard)/exports/_components/schedule-actions";
import { ScheduledExport } from "@/app/(dashboard)/exports/_components/scheduled-export";
import { ScheduleForm } from "@/app/(dashboard)/exports/_components/schedule-form";
import {
  EXPORT_FAILURES,
  type ExportRunView,
  type ScheduledExportView,
} from "@/lib/exports/scheduled-export-views";
import { LATER } from "./data";
import { Example } from "./example";

const run: ExportRunView = {
  runId: "run",
  at: LATER,
  isExtra: false,
  state: "done",
  rows: 1_204,
  bytes: 341_000,
  why: null,
  expiresAt: LATER,
};
const daily = {
  frequency: "daily",
  weekday: null,
  monthDay: null,
  atMinute: 570,
  timeZone: "Asia/Kolkata",
} as const;
const schedule = {
  scheduleId: "schedule",
  name: "Every morning",
  list: "payments" as const,
  query: "status=FAILURE",
  format: "csv" as const,
  times: daily,
  nextAt: LATER,
  paused: null,
  runs: [],
} satisfies ScheduledExportView;

/** Scheduled exports, their form and their files. */
export function ExportExamples() {
  return (
    <>
      <Example component="ScheduleForm" state="with a filter">
        <ScheduleForm list="payments" query="status=FAILURE" source="/dev/components" zone="Asia/Kolkata" />
      </Example>
      <Example component="ScheduledExport" state="every end of a run">
        <ScheduledExport
          mayExport
          schedule={{
            ...schedule,
            runs: [
              {
                ...run,
                runId: "waiting",
                state: "waiting",
                rows: null,
                bytes: null,
                expiresAt: null,
                isExtra: true,
              },
              { ...run, runId: "running", state: "running", rows: null, bytes: null, expiresAt: null },
              run,
              { ...run, runId: "old", expiresAt: null, bytes: 12_345_678 },
              ...EXPORT_FAILURES.map((why) => ({
                ...run,
                runId: why,
                state: "failed" as const,
                why,
                rows: null,
                bytes: null,
                expiresAt: null,
              })),
            ],
          }}
        />
      </Example>
      <Example component="ScheduleActions" state="paused">
        <ScheduleActions scheduleId="schedule" name="Every morning" isPaused mayExport />
      </Example>
    </>
  );
}
