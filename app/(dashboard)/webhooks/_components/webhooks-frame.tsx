import type { ReactNode } from "react";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { PageHeader } from "@/components/ui/page-header";
import { Tabs } from "@/components/ui/tabs";
import { paths } from "@/lib/paths";

type WebhooksFrameProps = {
  /** Null on the page of a single one. */
  here: "endpoints" | "deliveries" | null;
  actions?: ReactNode;
  children: ReactNode;
};

/** The frame of the endpoints and their deliveries. */
export async function WebhooksFrame({ here, actions, children }: WebhooksFrameProps) {
  const t = await translator("webhooks");
  return (
    <Messages areas={["webhooks", "actions"]}>
      <PageHeader
        title={t("title")}
        about={t(here === "deliveries" ? "deliveries.about" : "about")}
        actions={actions}
      />
      <Tabs
        label={t("tabs.label")}
        tabs={[
          { href: paths.webhooks(), label: t("tabs.endpoints"), isHere: here === "endpoints" },
          { href: paths.webhookDeliveries(), label: t("tabs.deliveries"), isHere: here === "deliveries" },
        ]}
      />
      {children}
    </Messages>
  );
}
