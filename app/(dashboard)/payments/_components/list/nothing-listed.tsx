import { Children, type ReactNode } from "react";
import { translator } from "@/components/i18n/server";
import { requestedAddress } from "@/components/navigation/server";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { type Role, roleAllows } from "@/lib/can";
import { paths } from "@/lib/paths";
import { CreatePaymentLink } from "../create-payment-link";

type NothingListedProps = {
  isFiltered: boolean;
  role: Role;
  /** How the commands of the sandbox are called here; null elsewhere. */
  commandsHere: ((text: ReactNode) => ReactNode) | null;
};

/** No payment matches, or there is none yet; the sandbox can be filled with demo data. */
export async function NothingListed({ isFiltered, role, commandsHere }: NothingListedProps) {
  const t = await translator("payments");
  if (!isFiltered) {
    return (
      <EmptyState
        title={t("list.empty.title")}
        actions={roleAllows(role, "create_payment") ? <CreatePaymentLink /> : undefined}
      >
        <p>{t("list.empty.body")}</p>
        {commandsHere !== null && (
          <p className="mt-2">
            {t.rich("list.empty.demo", {
              command: (text) => <code>{Children.map(text, commandsHere)}</code>,
            })}
          </p>
        )}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t("list.noMatch.title")}
      actions={
        <a href={await requestedAddress(paths.payments())} className={buttonClass("secondary", "sm")}>
          {t("list.noMatch.clear")}
        </a>
      }
    >
      {t("list.noMatch.body")}
    </EmptyState>
  );
}
