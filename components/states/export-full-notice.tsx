import { translator } from "@/components/i18n/server";
import { Notice } from "@/components/ui/notice";
import { EXPORT_FULL } from "@/lib/export-full";

/** Why the download that was asked for a moment ago did not begin, where the address says that it was one too many. */
export async function ExportFullNotice({ problem }: { problem: string | readonly string[] | undefined }) {
  const t = await translator("deeds");
  const full = EXPORT_FULL.find((known) => known === problem);
  if (full === undefined) return null;
  return (
    <div className="mb-3">
      <Notice tone="warning" role="alert" title={t("exportFull.title")}>
        <p>{t(`exportFull.${full}`)}</p>
      </Notice>
    </div>
  );
}
