import { translator } from "@/components/i18n/server";
import { Notice } from "@/components/ui/notice";

const PROBLEMS = [
  "unavailable",
  "key_refused",
  "busy",
  "expired_search",
  "not_offered",
  "invalid",
  "forbidden",
] as const;

/** Why the download that was asked for a moment ago did not begin; the address has it. */
export async function ExportProblemNotice({ problem }: { problem: string | readonly string[] | undefined }) {
  const t = await translator("payments");
  const known = PROBLEMS.find((candidate) => candidate === problem);
  if (known === undefined) return null;
  return (
    <div className="mb-3">
      <Notice tone="warning" role="alert" title={t("export.trouble.title")}>
        <p>{t(`export.trouble.${known}`)}</p>
      </Notice>
    </div>
  );
}
