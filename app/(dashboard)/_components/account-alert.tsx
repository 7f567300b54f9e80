import { translator } from "@/components/i18n/server";
import { requestedAddress } from "@/components/navigation/server";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { paths } from "@/lib/paths";

/** Shown on every page until the person has marked the notices on their account page as seen. */
export async function AccountAlert({ count }: { count: number }) {
  if (count === 0) return null;
  const t = await translator("account");
  return (
    <div className="mb-4">
      <Notice
        tone="warning"
        title={t("notices.alert", { count })}
        actions={
          <a href={await requestedAddress(paths.account())} className={buttonClass("secondary", "sm")}>
            {t("notices.review")}
          </a>
        }
      >
        <p>{t("notices.about")}</p>
      </Notice>
    </div>
  );
}
