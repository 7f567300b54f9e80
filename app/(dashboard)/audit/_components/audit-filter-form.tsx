import { ListFilter } from "lucide-react";
import Link from "next/link";
import { messagesOf, translator } from "@/components/i18n/server";
import { Button, buttonClass } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/controls";
import { Tool } from "@/components/ui/tool-bar";
import type { AuditFilter, AuditListView } from "@/lib/audit";
import { paths } from "@/lib/paths";
import { actionWords } from "./audit-words";

type AuditFilterFormProps = {
  filter: AuditFilter;
  actions: readonly string[];
  faults: AuditListView["faults"];
};

/** A plain GET form: it works before any script, and what it asks for is an address. */
export async function AuditFilterForm({ filter, actions, faults }: AuditFilterFormProps) {
  const [t, common] = await Promise.all([translator("audit"), translator("common")]);
  const { audit: words } = await messagesOf(["audit"]);
  const options = [...new Set([...actions, ...(filter.action === "" ? [] : [filter.action])])]
    .map((action) => ({ value: action, label: actionWords(words, action) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  const faultOf = (field: "from" | "until"): string | undefined =>
    faults.includes(field) ? t("filter.timeFault") : undefined;
  const set = Object.values(filter).filter((value) => value !== "").length;
  return (
    <Tool icon={ListFilter} label={common("filter.open")} count={set} isOpen={faults.length > 0}>
      <form
        role="search"
        aria-label={t("filter.label")}
        action={paths.audit()}
        // A new search is a new form: what stood in the old one must not linger in its fields.
        key={JSON.stringify(filter)}
      >
        <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-5">
          <TextField
            label={t("filter.person")}
            name="person"
            defaultValue={filter.person}
            hint={t("filter.personHint")}
            maxLength={300}
            autoComplete="off"
          />
          <SelectField
            label={t("filter.action")}
            name="action"
            defaultValue={filter.action}
            options={[{ value: "", label: t("filter.anyAction") }, ...options]}
          />
          <TextField
            label={t("filter.subject")}
            name="subject"
            defaultValue={filter.subject}
            hint={t("filter.subjectHint")}
            maxLength={300}
            autoComplete="off"
            dir="auto"
          />
          <TextField
            label={t("filter.from")}
            type="date"
            name="from"
            defaultValue={filter.from}
            error={faultOf("from")}
          />
          <TextField
            label={t("filter.until")}
            type="date"
            name="until"
            defaultValue={filter.until}
            error={faultOf("until")}
          />
        </div>
        <div className="mt-4 flex gap-2">
          <Button type="submit" variant="primary" size="sm">
            {common("apply")}
          </Button>
          {set > 0 && (
            <Link href={paths.audit()} className={buttonClass("ghost", "sm")}>
              {common("clear")}
            </Link>
          )}
        </div>
      </form>
    </Tool>
  );
}
