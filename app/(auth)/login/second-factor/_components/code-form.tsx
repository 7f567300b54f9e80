"use client";

import { useActionState, useEffect, useRef, type SubmitEvent } from "react";
import { useTranslations } from "use-intl/react";
import { Button, buttonClass } from "@/components/ui/button";
import { CONTROL_CLASS, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { paths } from "@/lib/paths";
import { secondFactorAction, type CodeFault } from "../../actions";

export function CodeForm({ returnPath }: { returnPath: string }) {
  const t = useTranslations("signIn");
  const field = useRef<HTMLInputElement>(null);
  const [state, send, isSending] = useActionState(secondFactorAction, null);
  const fault = state?.fault;
  // A second press would count as a second attempt, and its response would replace the first.
  const onSubmit = (event: SubmitEvent): void => {
    if (isSending) event.preventDefault();
  };

  useEffect(() => {
    if (state !== null) field.current?.focus();
  }, [state]);

  return (
    <form
      action={send}
      onSubmit={onSubmit}
      noValidate
      className="space-y-4 rounded-lg border border-line bg-surface p-5 shadow-raised"
    >
      {fault !== undefined && fault.kind !== "missing" && (
        <CodeFaultNotice key={state?.attempt} fault={fault} />
      )}
      <input type="hidden" name="from" value={returnPath} />
      <Field
        label={t("code.label")}
        hint={t("code.hint")}
        error={fault?.kind === "missing" ? t("code.missing") : undefined}
      >
        {(control) => (
          <input
            {...control}
            ref={field}
            type="text"
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            className={`${CONTROL_CLASS} font-mono tracking-wider`}
          />
        )}
      </Field>
      <Button isPlain type="submit" variant="primary" busy={isSending} className="w-full">
        {t("code.submit")}
      </Button>
      <a href={paths.login(returnPath)} className={`${buttonClass("link", "sm")} w-full`}>
        {t("code.back")}
      </a>
    </form>
  );
}

function CodeFaultNotice({ fault }: { fault: Exclude<CodeFault, { kind: "missing" }> }) {
  const t = useTranslations("signIn");
  const { title, advice } = words(t, fault);
  return (
    <Notice tone="danger" role="alert" title={title}>
      <p>{advice}</p>
    </Notice>
  );
}

function words(
  t: ReturnType<typeof useTranslations<"signIn">>,
  fault: Exclude<CodeFault, { kind: "missing" }>,
): { title: string; advice: string } {
  switch (fault.kind) {
    case "wrong":
    case "expired":
      return { title: t(`code.${fault.kind}.title`), advice: t(`code.${fault.kind}.advice`) };
    case "locked":
      return {
        title: t("code.locked.title"),
        advice:
          fault.minutes > 90
            ? t("code.locked.adviceHours", { hours: Math.ceil(fault.minutes / 60) })
            : t("code.locked.advice", { minutes: fault.minutes }),
      };
    case "unavailable":
      return { title: t("fault.unavailable.title"), advice: t("fault.unavailable.advice") };
  }
}
