import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { redirectToSignIn } from "@/components/navigation/server";
import { Forbidden } from "@/components/states/forbidden";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { newPaymentForm } from "@/server/dashboard/payments/queries/new-payment-form";
import { NewPayment } from "./_components/new-payment";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("createPayment");
  return { title: t("title") };
}

export default async function NewPaymentPage() {
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.createPayment());
  const t = await translator("createPayment");
  const navigation = await translator("navigation");
  const fresh = await orForbidden(newPaymentForm(ctx));
  return (
    <div className="max-w-4xl">
      <PageHeader
        back={{ href: paths.payments(), label: navigation("item.payments") }}
        title={t("title")}
        about={t("about")}
      />
      {fresh === null ? (
        <Forbidden role={ctx.actor.role} permission="create_payment" />
      ) : (
        <Messages areas={["createPayment", "payment"]}>
          <NewPayment {...fresh} />
        </Messages>
      )}
    </div>
  );
}
