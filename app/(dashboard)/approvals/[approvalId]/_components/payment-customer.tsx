import { translator } from "@/components/i18n/server";
import { Fact, Facts } from "@/components/ui/facts";
import { Panel } from "@/components/ui/panel";
import { ForeignText } from "@/components/ui/text";
import type { Ctx } from "@/server/dashboard/context";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { viewPayment } from "@/server/dashboard/payments/queries/view-payment";

const PARTS = ["name", "email", "phone"] as const;

/** Who gets the money, masked as on the payment's page; nothing where the service does not report the customer. */
export async function PaymentCustomer({
  ctx,
  subject,
}: {
  ctx: Ctx;
  subject: { reference: string; transactionId: string };
}) {
  const t = await translator("payment");
  const found = await orForbidden(viewPayment(ctx, subject));
  const contact = found?.kind === "found" ? (found.detail.more?.maskedContact ?? null) : null;
  const parts = PARTS.flatMap((part) => {
    const value = contact?.[part] ?? null;
    return value === null ? [] : [{ part, value }];
  });
  if (parts.length === 0) return null;
  return (
    <Panel title={t("contact.title")}>
      <Facts>
        {parts.map(({ part, value }) => (
          <Fact key={part} name={t(`contact.${part}`)}>
            <ForeignText>{value}</ForeignText>
          </Fact>
        ))}
      </Facts>
    </Panel>
  );
}
