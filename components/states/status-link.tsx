import { translator } from "@/components/i18n/server";
import { buttonClass } from "@/components/ui/button";
import { STATUS_PATH } from "@/lib/paths";

/** The way to the status page, for the notice of an outage. In a new tab, so that nothing that was entered is lost. */
export async function StatusLink() {
  const t = await translator("common");
  return (
    <a href={STATUS_PATH} target="_blank" className={buttonClass("secondary", "sm")}>
      {t("serviceError.status")}
    </a>
  );
}
