import { RulesFrame } from "@/app/(dashboard)/rules/_components/rules-frame";
import { RulesScreen } from "@/app/(dashboard)/rules/_components/rules-screen";
import { MinutesForm } from "@/app/(dashboard)/stuck/_components/minutes-form";
import { translator } from "@/components/i18n/server";
import { PageHeader } from "@/components/ui/page-header";
import { Example } from "./example";
import { current, GATEWAYS } from "./rules/data";

/** What a page shows above its list, and the page of the rules. */
export async function PageStateExamples() {
  const stuck = await translator("stuck");
  return (
    <>
      <Example component="PageHeader, MinutesForm" state="stuck, minutes that are no number">
        <PageHeader title={stuck("title")} about={stuck("about", { minutes: 30 })} />
        <MinutesForm typed="0" hasFault />
      </Example>
      <Example component="RulesFrame, RulesScreen" state="rules in force">
        <RulesFrame here="inForce">
          <RulesScreen current={current} gateways={GATEWAYS} userId="gallery-5" />
        </RulesFrame>
      </Example>
    </>
  );
}
