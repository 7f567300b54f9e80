"use client";

import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { LostResponseNotice } from "@/components/forms/lost-response-notice";
import { useFormAction } from "@/components/forms/use-form-action";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Dialog, DialogButtons } from "@/components/ui/dialog";
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
  const box = useRef<HTMLDivElement>(null);

  // The pressed button may be far down, or gone: scroll and focus move to the outcome.
  useEffect(() => {
    if (state === null && !isLost) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "nearest" });
  }, [state, isLost]);

  return (
    <ActionsContext value={{ personId, state, send, isSending }}>
      {(state !== null || isLost) && (
        <div ref={box} tabIndex={-1} className="mb-4 max-w-3xl outline-none">
          {isLost ? (
            <LostResponseNotice />
          ) : (
            state !== null && (
              <ActionOutcome key={state.attempt} action={state.action} outcome={state.outcome} />
            )
          )}
        </div>
      )}
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
        <Dialog role="alertdialog" title={question.title} onDismiss={() => setIsAsking(false)}>
          <p className="text-sm">{question.body}</p>
          <DialogButtons>
            <Button data-initial-focus onClick={() => setIsAsking(false)}>
              {common("keep")}
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                setIsAsking(false);
                form.current?.requestSubmit();
              }}
            >
              {label}
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </form>
  );
}
