import Link from "next/link";
import { messagesOf, translator } from "@/components/i18n/server";
import { Button, buttonClass } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/controls";
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
  const t = await translator("audit");
  const { audit: words } = await messagesOf(["audit"]);
  const options = [...new Set([...actions, ...(filter.action === "" ? [] : [filter.action])])]
    .map((action) => ({ value: action, label: actionWords(words, action) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  const faultOf = (field: "from" | "until"): string | undefined =>
    faults.includes(field) ? t("filter.timeFault") : undefined;
  return (
    <form
      role="search"
      aria-label={t("filter.label")}
      action={paths.audit()}
      // A new search is a new form: what stood in the old one must not linger in its fields.
      key={JSON.stringify(filter)}
      className="mb-4 grid gap-3 rounded-lg border border-line bg-surface p-4 sm:grid-cols-2 lg:grid-cols-[1.2fr_1.2fr_1.4fr_1fr_1fr_auto] lg:items-start"
    >
      <TextField
        label={t("filter.person")}
        name="person"
        defaultValue={filter.person}
        placeholder={t("filter.personHint")}
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
        placeholder={t("filter.subjectHint")}
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
      <div className="flex gap-2 self-end">
        <Button type="submit" variant="primary">
          {t("filter.submit")}
        </Button>
        <Link href={paths.audit()} className={buttonClass("ghost")}>
          {t("filter.clear")}
        </Link>
      </div>
    </form>
  );
}
