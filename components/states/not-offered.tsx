import { translator } from "@/components/i18n/server";
import { Notice } from "@/components/ui/notice";

/** In place of a page that needs the ops extension, on a service without it (decision 0040). */
export async function NotOffered({ serviceAddress }: { serviceAddress: string }) {
  const t = await translator("common");
  return (
    <Notice tone="info" title={t("notOffered.title")}>
      <p>{t("notOffered.body", { address: serviceAddress })}</p>
    </Notice>
  );
}
