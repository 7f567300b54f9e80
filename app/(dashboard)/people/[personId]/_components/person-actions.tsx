"use client";

import { createContext, useContext, useRef, useState, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { ConfirmDialog } from "@/components/actions/confirm-dialog";
import { OutcomePlace } from "@/components/actions/outcome-place";
import { LostResponseNotice } from "@/components/forms/lost-response-notice";
import { useFormAction } from "@/components/forms/use-form-action";
import { Button, type ButtonProps } from "@/components/ui/button";
import { type PersonAction, personAction, type PersonActionState } from "../../actions";
import { ActionOutcome } from "./action-outcome";

type Actions = {
  personId: string;
  state: PersonActionState;
  send: (form: FormData) => void;
  isSending: boolean;
};
const ActionsContext = createContext<Actions | null>(null);

/** Shows the outcome of the last action on this person in one place, above all actions. */
export function PersonActions({ personId, children }: { personId: string; children: ReactNode }) {
  const { state, send, isSending, isLost } = useFormAction<PersonActionState>(personAction, null);
  return (
    <ActionsContext value={{ personId, state, send, isSending }}>
      <OutcomePlace outcome={isLost ? "lost" : state} className="mb-4 max-w-3xl">
        {isLost ? (
          <LostResponseNotice />
        ) : (
          state !== null && (
            <ActionOutcome key={state.attempt} action={state.action} outcome={state.outcome} />
          )
        )}
      </OutcomePlace>
      {children}
    </ActionsContext>
  );
}

type ActionFormProps = {
  action: PersonAction;
  label: string;
  /** What the button acts on, for screen readers: several buttons have the same label. */
  about?: string;
  /** Hidden fields. */
  fields?: Readonly<Record<string, string>>;
  variant?: ButtonProps["variant"];
  size?: ButtonProps["size"];
  /** The confirmation before the action. */
  question?: { title: string; body: string };
  children?: ReactNode;
};

/** A button for one action on the person; with own fields it is a small form. */
export function ActionForm({
  action,
  label,
  about,
  fields = {},
  variant,
  size = "sm",
  question,
  children,
}: ActionFormProps) {
  const actions = useContext(ActionsContext);
  const [isAsking, setIsAsking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const common = useTranslations("common");
  if (actions === null) return null;
  const { personId, send, isSending } = actions;

  return (
    <form ref={form} action={send} className="flex flex-wrap items-end gap-2">
      <input type="hidden" name="personId" value={personId} />
      <input type="hidden" name="personAction" value={action} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <Button
        type={question === undefined ? "submit" : "button"}
        size={size}
        busy={isSending}
        {...(variant === undefined ? {} : { variant })}
        onClick={question === undefined ? undefined : () => setIsAsking(true)}
      >
        {label}
        {about !== undefined && <span className="sr-only">{about}</span>}
      </Button>
      {question !== undefined && isAsking && (
        <ConfirmDialog
          title={question.title}
          keep={common("keep")}
          confirm={label}
          onKeep={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false);
            form.current?.requestSubmit();
          }}
        >
          <p className="text-sm">{question.body}</p>
        </ConfirmDialog>
      )}
    </form>
  );
}
