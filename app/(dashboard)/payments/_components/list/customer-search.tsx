"use client";

import { UserRoundSearch } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { useFormAction } from "@/components/forms/use-form-action";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/controls";
import { Tool } from "@/components/ui/tool-bar";
import { textOf } from "@/lib/form";
import type { StartCustomerSearchOutcome } from "@/lib/payments/payment-list-views";
import { customerSearchAction } from "../../list-actions";

/** Sent by POST, so that a customer's contact gets into no address, history or log (decision 0110). */
export function CustomerSearch() {
  const t = useTranslations("payments");
  const common = useTranslations("common");
  const {
    state: outcome,
    send: search,
    isSending: isSearching,
    sent,
    isLost,
  } = useFormAction<StartCustomerSearchOutcome | null>(customerSearchAction, null);

  return (
    <Tool icon={UserRoundSearch} label={t("customer.open")}>
      <form action={search} autoComplete="off" className="flex max-w-xl flex-wrap items-start gap-2">
        <div className="min-w-0 grow basis-64">
          <TextField
            name="contact"
            label={t("customer.label")}
            hint={t("customer.hint")}
            defaultValue={textOf(sent, "contact")}
            error={isLost ? common("fetchFailed.title") : outcome === null ? undefined : errorOf(outcome, t)}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
          />
        </div>
        <Button type="submit" variant="primary" busy={isSearching} className="sm:mt-6">
          {t("customer.button")}
        </Button>
      </form>
    </Tool>
  );
}

function errorOf(
  outcome: StartCustomerSearchOutcome,
  t: ReturnType<typeof useTranslations<"payments">>,
): string | undefined {
  switch (outcome.kind) {
    case "invalid":
      return t(`customer.fault.${outcome.fault}`);
    case "forbidden":
      return t("customer.forbidden");
    case "signed_out":
      return t("customer.signedOut");
    case "begun":
      return undefined;
  }
}
