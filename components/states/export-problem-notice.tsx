import { translator } from "@/components/i18n/server";
import { Notice } from "@/components/ui/notice";
import { EXPORT_PROBLEMS } from "@/lib/export-problem";

/** Why the requested download did not start; the reason is in the address. */
export async function ExportProblemNotice({ problem }: { problem: string | readonly string[] | undefined }) {
  const t = await translator("actions");
  const known = EXPORT_PROBLEMS.find((candidate) => candidate === problem);
  if (known === undefined) return null;
  return (
    <div className="mb-3">
      <Notice tone="warning" role="alert" title={t("exportProblem.title")}>
        <p>{t(`exportProblem.${known}`)}</p>
      </Notice>
    </div>
  );
}
