"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Checkbox, SelectField, TextAreaField, TextField } from "@/components/ui/controls";
import { CopyableId } from "@/components/ui/copyable-id";
import { EmptyState } from "@/components/ui/empty-state";
import { Fact, Facts } from "@/components/ui/facts";
import { useFirstPaint } from "@/components/ui/first-paint";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { Pager } from "@/components/ui/pager";
import { Panel } from "@/components/ui/panel";
import { PartFailed } from "@/components/ui/part-failed";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { Age, Elapsed, Time } from "@/components/ui/time";
import { Example } from "./example";

const VARIANTS = ["primary", "secondary", "danger", "ghost", "link"] as const;
const TONES = ["info", "success", "warning", "danger"] as const;
const TRANSACTION_ID = "TXN202611251764062400000";
const HERE = "/dev/components";

/** The primitives of components/ui. */
export function UiExamples() {
  const t = useTranslations("common");
  const bulk = useTranslations("bulk");
  const iso = new Date(useFirstPaint()?.nowMs ?? 0).toISOString();
  const [theme, setTheme] = useState<"a" | "b">("a");
  return (
    <>
      {VARIANTS.map((variant) => (
        <Example key={variant} component="Button" state={`${variant}: md, sm, busy, disabled`}>
          <div className="flex flex-wrap items-center gap-2">
            <Button variant={variant}>{t("tryAgain")}</Button>
            <Button variant={variant} size="sm">
              {t("tryAgain")}
            </Button>
            <Button variant={variant} busy>
              {t("tryAgain")}
            </Button>
            <Button variant={variant} disabled>
              {t("tryAgain")}
            </Button>
          </div>
        </Example>
      ))}
      <Example component="TextField" state="plain, hint, error, disabled">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={t("reference")} defaultValue="ORDER-1042" />
          <TextField label={t("reference")} hint={t("notFound.body")} />
          <TextField label={t("amount")} error={bulk("fault.bad_amount")} defaultValue="1499.001" />
          <TextField label={t("amount")} disabled defaultValue="1499.00" />
        </div>
      </Example>
      <Example component="SelectField, TextAreaField, Checkbox" state="plain">
        <div className="space-y-3">
          <SelectField label={t("language")} options={[{ value: "none", label: t("none") }]} />
          <TextAreaField label={t("reference")} defaultValue="ORDER-1042" />
          <Checkbox label={t("test")} defaultChecked />
        </div>
      </Example>
      <Example component="Segmented" state="first or second chosen">
        <div className="flex">
          <Segmented
            legend={t("pages")}
            name="gallery-segmented"
            value={theme}
            onChoose={setTheme}
            options={[
              { value: "a", label: t("newest") },
              { value: "b", label: t("older") },
            ]}
          />
        </div>
      </Example>
      {TONES.map((tone) => (
        <Example key={tone} component="Notice" state={tone}>
          <Notice
            tone={tone}
            title={t("serviceError.unavailable.title")}
            actions={<Button size="sm">{t("tryAgain")}</Button>}
          >
            <p>{t("serviceError.unavailable.meaning")}</p>
          </Notice>
        </Example>
      ))}
      <Example component="Panel, Facts, Money, CopyableId, Time, Age, Elapsed" state="with values">
        <Panel title={t("transactionId")}>
          <Facts>
            <Fact name={t("transactionId")}>
              <CopyableId id={TRANSACTION_ID} what={t("transactionId")} />
            </Fact>
            <Fact name={t("amount")}>
              <Money amount="149900.00" currency="INR" />
            </Fact>
            <Fact name={t("newest")}>
              <Time iso={iso} /> · <Age iso={iso} /> · <Elapsed iso={iso} />
            </Fact>
          </Facts>
        </Panel>
      </Example>
      <Example component="EmptyState" state="with an action">
        <EmptyState title={t("notFound.title")} actions={<Button size="sm">{t("tryAgain")}</Button>}>
          {t("notFound.body")}
        </EmptyState>
      </Example>
      <Example component="PartFailed" state="failed">
        <PartFailed onTryAgain={() => undefined} />
      </Example>
      <Example component="ProgressBar" state="two fifths">
        <ProgressBar label={t("pages")} done={2} total={5} />
      </Example>
      <Example component="Skeleton" state="loading">
        <Skeleton className="h-32 w-full" />
      </Example>
      <Example component="Pager" state="in the middle">
        <Pager
          label={t("pages")}
          first={{ href: HERE, label: t("newest") }}
          next={{ href: HERE, label: t("older") }}
        />
      </Example>
    </>
  );
}
