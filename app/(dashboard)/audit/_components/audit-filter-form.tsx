import { messagesOf, translator } from "@/components/i18n/server";
import { FilterForm } from "@/components/lists/filter-form";
import { SelectField, TextField } from "@/components/ui/controls";
import type { AuditFilter, AuditFilterField, AuditListView } from "@/lib/audit";
import { paths } from "@/lib/paths";
import { actionLabel } from "./audit-labels";

type AuditFilterFormProps = {
  filter: AuditFilter;
  actions: readonly string[];
  faults: AuditListView["faults"];
};

/** The filters of the audit log. */
export async function AuditFilterForm({ filter, actions, faults }: AuditFilterFormProps) {
  const t = await translator("audit");
  const { audit: words } = await messagesOf(["audit"]);
  const options = [...new Set([...actions, ...(filter.action === "" ? [] : [filter.action])])]
    .map((action) => ({ value: action, label: actionLabel(words, action) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  const faultOf = (field: AuditFilterField): string | undefined => {
    if (!faults.includes(field)) return undefined;
    return t(field === "from" || field === "until" ? "filter.timeFault" : "filter.textFault");
  };
  const set = Object.values(filter).filter((value) => value !== "").length;
  return (
    <FilterForm
      label={t("filter.label")}
      action={paths.audit()}
      filter={filter}
      count={set}
      isOpen={faults.length > 0}
      columns={5}
    >
      <TextField
        label={t("filter.person")}
        name="person"
        defaultValue={filter.person}
        hint={t("filter.personHint")}
        error={faultOf("person")}
        maxLength={300}
        autoComplete="off"
      />
      <SelectField
        label={t("filter.action")}
        name="action"
        defaultValue={filter.action}
        error={faultOf("action")}
        options={[{ value: "", label: t("filter.anyAction") }, ...options]}
      />
      <TextField
        label={t("filter.subject")}
        name="subject"
        defaultValue={filter.subject}
        hint={t("filter.subjectHint")}
        error={faultOf("subject")}
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
    </FilterForm>
  );
}
