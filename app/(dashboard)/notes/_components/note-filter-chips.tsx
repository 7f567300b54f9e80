import { translator } from "@/components/i18n/server";
import { type FilterChip, FilterChips } from "@/components/lists/filter-chips";
import type { NoteFilter } from "@/lib/notes/note-views";
import { paths } from "@/lib/paths";

/** The filter in use, as text. */
export async function NoteFilterChips({ filter }: { filter: NoteFilter }) {
  const [t, common] = await Promise.all([translator("notes"), translator("common")]);
  const mentioned = filter.isMentioned ? "me" : undefined;
  const text = filter.text === "" ? undefined : filter.text;
  const chips: FilterChip[] = [
    ...(text === undefined
      ? []
      : [
          {
            words: common("filter.chip", { name: t("list.textChip"), value: text }),
            href: paths.notes({ mentioned }),
          },
        ]),
    ...(mentioned === undefined ? [] : [{ words: t("list.mentionedChip"), href: paths.notes({ text }) }]),
  ];
  return <FilterChips chips={chips} />;
}
