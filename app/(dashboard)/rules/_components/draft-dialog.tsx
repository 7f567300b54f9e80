"use client";

import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl/react";
import { faultOf, FormDialog } from "@/components/actions/form-dialog";
import type { ActionState } from "@/components/actions/use-action";
import { buttonClass } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/controls";
import { Link } from "@/components/ui/link";
import type { WireRule } from "@/lib/contract/rules/rule";
import type { ActionNotDone } from "@/lib/ops-outcomes";
import type { RuleChanges } from "@/lib/rules/changes";
import { ChangesView } from "./changes-view";
import type { RulesDraft } from "./use-rules-draft";

type DraftInput = { expectedVersion: number; rules: WireRule[]; note: string };

type DraftDialogProps<T> = {
  title: string;
  body: ReactNode;
  noteHint: string;
  /** The button that goes on with the draft, and the one that goes back to it. */
  confirm: string;
  keep: string;
  draft: RulesDraft;
  changes: RuleChanges;
  action: ActionState<DraftInput, T>;
  whenUnknown: string;
  /** Where the outcome can be seen; null where this page shows it. */
  elsewhere: (undone: ActionNotDone) => { href: string; label: string } | null;
  onDone: (value: T) => void;
  onClose: () => void;
};

/** What can be done with a draft: shows its changes, has a field for a note, and stays open until the outcome is known. */
export function DraftDialog<T>(props: DraftDialogProps<T>) {
  const { draft, changes, action, elsewhere } = props;
  const t = useTranslations("rules");
  const [note, setNote] = useState("");
  return (
    <FormDialog
      title={props.title}
      keep={props.keep}
      confirm={props.confirm}
      action={action}
      input={() => ({ expectedVersion: draft.base.version, rules: [...draft.rules], note })}
      fields={["note"]}
      whenUnknown={props.whenUnknown}
      elsewhere={(undone) => {
        const place = elsewhere(undone);
        return (
          place !== null && (
            <Link href={place.href} className={buttonClass("secondary", "sm")}>
              {place.label}
            </Link>
          )
        );
      }}
      onDone={props.onDone}
      onClose={props.onClose}
      className="sm:max-w-xl"
    >
      <p>{props.body}</p>
      <section
        aria-label={t("changes.title")}
        className="max-h-72 overflow-y-auto rounded border border-line p-3"
        tabIndex={0}
      >
        <ChangesView changes={changes} />
      </section>
      <TextAreaField
        label={t("save.note")}
        hint={props.noteHint}
        rows={2}
        dir="auto"
        value={note}
        error={faultOf(action, "note")}
        onChange={({ target }) => setNote(target.value)}
      />
    </FormDialog>
  );
}
