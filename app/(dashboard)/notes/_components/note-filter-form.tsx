import { translator } from "@/components/i18n/server";
import { FilterForm } from "@/components/lists/filter-form";
import { Checkbox, TextField } from "@/components/ui/controls";
import type { NoteFilter } from "@/lib/notes/note-views";
import { paths } from "@/lib/paths";

export async function NoteFilterForm({
  filter,
  isTextInvalid,
}: {
  filter: NoteFilter;
  isTextInvalid: boolean;
}) {
  const t = await translator("notes");
  return (
    <FilterForm
      label={t("list.filter")}
      action={paths.notes()}
      filter={filter}
      count={Number(filter.text !== "") + Number(filter.isMentioned)}
      isOpen={isTextInvalid}
      columns={4}
    >
      <TextField
        name="text"
        label={t("list.text")}
        hint={t("list.textHint")}
        error={isTextInvalid ? t("list.textFault") : undefined}
        defaultValue={filter.text}
        maxLength={300}
        autoComplete="off"
      />
      <div className="sm:pt-6">
        <Checkbox
          name="mentioned"
          value="me"
          label={t("list.mentioned")}
          defaultChecked={filter.isMentioned}
          className="min-h-9"
        />
      </div>
    </FilterForm>
  );
}
