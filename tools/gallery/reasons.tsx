"use client";

import { ReasonDialog } from "@/app/(dashboard)/reasons/_components/reason-dialog";
import { ReasonNotice } from "@/app/(dashboard)/reasons/_components/reason-notice";
import { ReasonsEditor } from "@/app/(dashboard)/reasons/_components/reasons-editor";
import { ReasonFields } from "@/components/refunds/reason-fields";
import type { ReasonRow } from "@/lib/reasons/reason-views";
import { reasonOptions } from "./data";
import { DialogExample } from "./dialog-example";
import { Example } from "./example";

const rows: ReasonRow[] = [
  ...reasonOptions.map((reason) => ({ ...reason, isActive: true, isInUse: true })),
  {
    code: "goodwill",
    name: "Goodwill",
    nameHi: null,
    needsText: true,
    isActive: false,
    isInUse: false,
  },
];

const nothing = { ref: () => undefined, onChange: () => Promise.resolve(), onBlur: () => Promise.resolve() };
const OUTCOMES = ["in_use", "not_found", "forbidden", "cut_off"] as const;

/** The refund reasons and where one is chosen. */
export function ReasonExamples() {
  return (
    <>
      <Example component="ReasonsEditor, ReasonsTable, ReasonRequirement" state="some">
        <ReasonsEditor reasons={rows} isRequired={false} />
      </Example>
      <DialogExample component="ReasonDialog" state="new">
        {(close) => <ReasonDialog reason={null} onClose={close} />}
      </DialogExample>
      <Example component="ReasonNotice" state="every outcome">
        <div className="space-y-3">
          {OUTCOMES.map((kind) => (
            <ReasonNotice key={kind} outcome={{ kind }} />
          ))}
        </div>
      </Example>
      <Example component="ReasonFields" state="a reason that requires a note">
        <ReasonFields
          reasons={reasonOptions}
          chosen="other"
          isRequired={false}
          reason={{ ...nothing, name: "reason" }}
          note={{ ...nothing, name: "note" }}
          reasonError={undefined}
          noteError="Enter a note: this reason requires one."
          isSending={false}
        />
      </Example>
      <Example component="ReasonFields" state="required and not chosen">
        <ReasonFields
          reasons={reasonOptions}
          chosen=""
          isRequired
          reason={{ ...nothing, name: "reason" }}
          note={{ ...nothing, name: "note" }}
          reasonError="Choose a reason."
          noteError={undefined}
          isSending={false}
        />
      </Example>
    </>
  );
}
