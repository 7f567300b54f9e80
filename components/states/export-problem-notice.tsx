import { translator } from "@/components/i18n/server";
import { Notice } from "@/components/ui/notice";
import { EXPORT_PROBLEMS } from "@/lib/export-problem";

/** Why the download that was asked for a moment ago did not begin; the address has it. */
export async function ExportProblemNotice({ problem }: { problem: string | readonly string[] | undefined }) {
  const t = await translator("deeds");
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
