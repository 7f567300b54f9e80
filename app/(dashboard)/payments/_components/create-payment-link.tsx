import { Plus } from "lucide-react";
import { Link } from "@/components/ui/link";
import { translator } from "@/components/i18n/server";
import { buttonClass } from "@/components/ui/button";
import { paths } from "@/lib/paths";

/** Stands at the lower edge of a phone. Shown to roles with the permission; the page behind it checks again. */
export async function CreatePaymentLink() {
  const t = await translator("payments");
  return (
    <div className="page-action phone-bar">
      <Link
        href={paths.createPayment()}
        className={`${buttonClass("primary", "sm")} max-sm:h-11 max-sm:w-full`}
      >
        <Plus aria-hidden className="size-4" />
        {t("create")}
      </Link>
    </div>
  );
}
