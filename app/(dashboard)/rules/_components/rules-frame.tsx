import type { ReactNode } from "react";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { PageHeader } from "@/components/ui/page-header";
import { Tabs } from "@/components/ui/tabs";
import { paths } from "@/lib/paths";

/** The frame of the rules in force and of their versions. */
export async function RulesFrame({ here, children }: { here: "inForce" | "versions"; children: ReactNode }) {
  const t = await translator("rules");
  return (
    <Messages areas={["rules", "actions"]}>
      <PageHeader title={t("title")} about={t(here === "versions" ? "versions.about" : "about")} />
      <Tabs
        label={t("tabs.label")}
        tabs={[
          { href: paths.rules(), label: t("tabs.inForce"), isHere: here === "inForce" },
          { href: paths.ruleVersions(), label: t("tabs.versions"), isHere: here === "versions" },
        ]}
      />
      {children}
    </Messages>
  );
}
