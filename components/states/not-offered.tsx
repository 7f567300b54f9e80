import { translator } from "@/components/i18n/server";
import { Notice } from "@/components/ui/notice";

/** Shown on a page that needs the ops extension, if the service has none (decision 0040). */
export async function NotOffered({ serviceAddress }: { serviceAddress: string }) {
  const t = await translator("common");
  return (
    <Notice tone="info" title={t("notOffered.title")}>
      <p>{t("notOffered.body", { address: serviceAddress })}</p>
    </Notice>
  );
}
