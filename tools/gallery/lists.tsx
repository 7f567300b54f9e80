import { PaymentTabs } from "@/app/(dashboard)/payments/_components/list/payment-tabs";
import { ExportMenu } from "@/components/lists/export-menu";
import { FilterChips } from "@/components/lists/filter-chips";
import { FilterForm, FoldedFilters } from "@/components/lists/filter-form";
import { TypedFilter } from "@/components/lists/typed-filter";
import { ReasonFilter } from "@/components/refunds/reason-filter";
import { SessionList } from "@/components/people/session-list";
import { ExportProblemNotice } from "@/components/states/export-problem-notice";
import { translator } from "@/components/i18n/server";
import { Choice } from "@/components/ui/choice";
import { TextField } from "@/components/ui/controls";
import { ToolBar } from "@/components/ui/tool-bar";
import { EXPORT_PROBLEMS } from "@/lib/export-problem";
import { NO_REASON } from "@/lib/reasons/reason";
import { REFERENCE, session } from "./data";
import { Example } from "./example";

const HERE = "/dev/components";
const GRAMMAR = {
  fields: { status: "status", min: "min", max: "max", reference: "prefix" },
  text: "prefix",
  several: ["status"],
};
const REASONS = [
  { code: "duplicate", name: "Duplicate payment", nameHi: null, needsText: false, isActive: true },
];

/** What the server renders around lists, and the list of sessions. */
export async function ListExamples() {
  const t = await translator("common");
  const parts = [
    { name: t("language"), count: 3, href: HERE, isHere: true },
    { name: t("viewAudit"), href: `${HERE}?none`, isHere: false },
  ];
  return (
    <>
      <Example component="FilterForm, ExportMenu" state="open, with one field set">
        <ToolBar>
          <FilterForm
            label={t("filter.open")}
            action={HERE}
            filter={{ reference: REFERENCE }}
            count={1}
            isOpen
            columns={4}
          >
            <TextField label={t("reference")} name="reference" defaultValue={REFERENCE} />
            <TextField label={t("amount")} name="amount" />
          </FilterForm>
          <ExportMenu csv={HERE} xlsx={HERE} />
        </ToolBar>
      </Example>
      <Example component="TypedFilter" state="empty, and with a name that the list does not have">
        <ToolBar>
          <TypedFilter action={HERE} grammar={GRAMMAR} kept={{ status: ["FAILURE"] }} refused={null} />
        </ToolBar>
        <ToolBar>
          <TypedFilter
            action={HERE}
            grammar={GRAMMAR}
            kept={{}}
            refused={{ text: "colour:red", unknown: ["colour"] }}
          />
        </ToolBar>
      </Example>
      <Example component="ReasonFilter" state="a reason, and one that is not listed any more">
        {[NO_REASON, "no_such_reason"].map((reason) => (
          <ReasonFilter
            key={reason}
            label={t("filter.open")}
            tab="all"
            reason={reason}
            reasons={REASONS}
            path={HERE}
            clearHref={HERE}
            parts={parts}
          />
        ))}
      </Example>
      <Example component="Choice, FoldedFilters" state="with its label; folded on a phone">
        <ToolBar>
          <FoldedFilters count={1} />
          <Choice label={t("filter.open")} options={parts} />
        </ToolBar>
      </Example>
      <Example component="PaymentTabs" state="of a wrong filter">
        <PaymentTabs here={null} stuck={Promise.resolve({ count: 99, atLeast: true })} />
      </Example>
      <Example component="FilterChips" state="two filters">
        <FilterChips
          chips={[
            { words: REFERENCE, href: HERE },
            { words: t("paymentStatusName.SUCCESS"), code: "SUCCESS", href: HERE },
          ]}
        />
      </Example>
      {EXPORT_PROBLEMS.map((problem) => (
        <Example key={problem} component="ExportProblemNotice" state={problem}>
          <ExportProblemNotice problem={problem} />
        </Example>
      ))}
      <Example component="SessionList" state="one's own, and an unknown device">
        <SessionList
          label={t("pages")}
          sessions={[session, { ...session, id: "2", isOwn: false, device: null, openedBy: "password" }]}
          ending={() => null}
        />
      </Example>
    </>
  );
}
