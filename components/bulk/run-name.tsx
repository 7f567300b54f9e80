"use client";

import { useTranslations } from "use-intl/react";
import { ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { BulkRunName } from "@/lib/bulk/run-name";

/** A run as it is called everywhere: its file, who uploaded it, and when. */
export function RunName({ run }: { run: BulkRunName }) {
  return (
    <>
      <RunFile run={run} /> · <RunUpload run={run} />
    </>
  );
}

/** Who uploaded it, and when. */
export function RunUpload({ run }: { run: Pick<BulkRunName, "createdBy" | "createdAt"> }) {
  return (
    <>
      <ForeignText>{run.createdBy}</ForeignText> · <Time iso={run.createdAt} precision="minutes" />
    </>
  );
}

/** The name of its file; without one, what it does or where its rows come from. */
export function RunFile({ run }: { run: Pick<BulkRunName, "source" | "kind" | "fileName" | "rowCount"> }) {
  const t = useTranslations("common.run");
  if (run.fileName !== null) return <ForeignText>{run.fileName}</ForeignText>;
  return run.source === "stuck_queue" ? t("cancel", { n: run.rowCount }) : t("pasted");
}
