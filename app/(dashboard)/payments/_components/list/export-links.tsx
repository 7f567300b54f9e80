import { Download } from "lucide-react";
import { translator } from "@/components/i18n/server";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { paths } from "@/lib/paths";
import { type PaymentFilter, writePaymentFilter } from "@/server/dashboard/domain/payment-filter";

/** Plain links: the browser downloads, tells how far it is, and says when a download failed. */
export async function ExportLinks({ filter }: { filter: PaymentFilter }) {
  const t = await translator("payments");
  const query = writePaymentFilter(filter);
  return (
    <span className="ml-auto flex gap-2">
      {(["csv", "xlsx"] as const).map((format) => (
        <a
          key={format}
          href={paths.api.exportPayments({ ...query, format })}
          aria-label={t(`export.${format}Named`)}
          className={buttonClass("secondary", "sm")}
        >
          <Download aria-hidden className="size-3.5" />
          {t(`export.${format}`)}
        </a>
      ))}
    </span>
  );
}

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
