import { translator } from "@/components/i18n/server";
import { ForeignText } from "@/components/ui/text";
import type { BulkRunView } from "@/lib/bulk";

/** Where a run's rows come from: the file's name, or a label. */
export async function RunName({ run }: { run: Pick<BulkRunView, "source" | "fileName"> }) {
  const t = await translator("bulk");
  if (run.source === "stuck_queue") return t("fromStuck");
  return run.fileName === null ? t("pasted") : <ForeignText>{run.fileName}</ForeignText>;
}
