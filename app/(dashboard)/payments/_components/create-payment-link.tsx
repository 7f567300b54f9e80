import { Plus } from "lucide-react";
import { Link } from "@/components/ui/link";
import { translator } from "@/components/i18n/server";
import { buttonClass } from "@/components/ui/button";
import { paths } from "@/lib/paths";

/** For those who may; the page behind it asks again. */
export async function CreatePaymentLink() {
  const t = await translator("payments");
  return (
    <Link href={paths.createPayment()} className={buttonClass("secondary")}>
      <Plus aria-hidden className="size-4" />
      {t("create")}
    </Link>
  );
}
