"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import type { ReasonRow } from "@/lib/reasons/reason-views";
import { moveReasonAction } from "../actions";
import { ReasonDialog } from "./reason-dialog";
import { ReasonNotice } from "./reason-notice";
import { ReasonRequirement } from "./reason-requirement";
import { ReasonsTable } from "./reasons-table";
import { useReasonChange } from "./use-reason-change";

/** The refund reasons in the order of every list, a dialog to add or change one, and whether one is required. */
export function ReasonsEditor({ reasons, isRequired }: { reasons: ReasonRow[]; isRequired: boolean }) {
  const t = useTranslations("reasons");
  const [edited, setEdited] = useState<ReasonRow | "new" | null>(null);
  const moving = useReasonChange();
  return (
    <>
      <PageHeader
        title={t("title")}
        about={t("about")}
        actions={
          <Button
            variant="primary"
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => setEdited("new")}
          >
            {t("add")}
          </Button>
        }
      />
      <div className="grid gap-4">
        {moving.outcome !== null && <ReasonNotice outcome={moving.outcome} />}
        {reasons.length === 0 ? (
          <EmptyState title={t("empty.title")}>{t("empty.body")}</EmptyState>
        ) : (
          <ReasonsTable
            reasons={reasons}
            isMoving={moving.isBusy}
            onEdit={setEdited}
            onMove={({ code }, to) => void moving.change(() => moveReasonAction({ code, to }))}
          />
        )}
        <ReasonRequirement isRequired={isRequired} isAnyOffered={reasons.some(({ isActive }) => isActive)} />
      </div>
      {edited !== null && (
        <ReasonDialog reason={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}
