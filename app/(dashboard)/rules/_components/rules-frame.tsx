import type { ReactNode } from "react";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { PageHeader } from "@/components/ui/page-header";
import { Tabs } from "@/components/ui/tabs";
import { paths } from "@/lib/paths";

type RulesFrameProps = { here: "inForce" | "experiments" | "versions"; children: ReactNode };

/** The frame of the rules in force, the experiments with other rules, and their versions. */
export async function RulesFrame({ here, children }: RulesFrameProps) {
  const t = await translator("rules");
  return (
    <Messages areas={["rules", "actions"]}>
      <PageHeader title={t("title")} about={t(here === "inForce" ? "about" : `${here}.about`)} />
      <Tabs
        label={t("tabs.label")}
        tabs={[
          { href: paths.rules(), label: t("tabs.inForce"), isHere: here === "inForce" },
          {
            href: paths.ruleExperiments(),
            label: t("tabs.experiments"),
            isHere: here === "experiments",
          },
          { href: paths.ruleVersions(), label: t("tabs.versions"), isHere: here === "versions" },
        ]}
      />
      {children}
    </Messages>
  );
}
