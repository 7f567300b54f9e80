"use client";

import { ConfirmAction } from "@/components/actions/confirm-action";
import { faultOf, FormDialog } from "@/components/actions/form-dialog";
import type { ActionState } from "@/components/actions/use-action";
import { TextField } from "@/components/ui/controls";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import { useTranslations } from "use-intl/react";
import { DialogExample } from "./dialog-example";

const nothing = (): void => undefined;

/** An action with this outcome, which nothing sends. */
function actionWith(outcome: ActionOutcome<null> | null, isSending = false): ActionState<null, null> {
  return { outcome, isSending, send: () => Promise.resolve(null), clear: nothing };
}

const STATES = [
  { state: "asking", action: actionWith(null) },
  { state: "sending", action: actionWith(null, true) },
  { state: "not sent", action: actionWith({ kind: "not_sent", serviceError: { kind: "unavailable" } }) },
  { state: "unknown", action: actionWith({ kind: "unknown" }) },
  { state: "conflict", action: actionWith({ kind: "conflict", message: "It was changed meanwhile." }) },
];
const REFUSED = actionWith({
  kind: "refused",
  message: "Invalid request",
  faults: [{ field: "name", text: "Must not be blank." }],
});

/** The dialogs of actions, in every state of the action. */
export function DialogExamples() {
  const t = useTranslations("common");
  return (
    <>
      {STATES.filter(({ state }) => state !== "sending").map(({ state, action }) => (
        <DialogExample key={state} component="ConfirmAction" state={state}>
          {(close) => (
            <ConfirmAction
              title={t("notFound.title")}
              keep={t("close")}
              confirm={t("tryAgain")}
              tone="danger"
              action={action}
              input={null}
              whenUnknown={t("notFound.body")}
              onDone={close}
              onClose={close}
            >
              <p>{t("notFound.body")}</p>
            </ConfirmAction>
          )}
        </DialogExample>
      ))}
      <DialogExample component="FormDialog" state="refused, at its field">
        {(close) => (
          <FormDialog
            title={t("notFound.title")}
            keep={t("close")}
            confirm={t("tryAgain")}
            action={REFUSED}
            input={() => null}
            fields={["name"]}
            whenUnknown={t("notFound.body")}
            onDone={close}
            onClose={close}
          >
            <TextField label={t("reference")} error={faultOf(REFUSED, "name")} />
          </FormDialog>
        )}
      </DialogExample>
    </>
  );
}
