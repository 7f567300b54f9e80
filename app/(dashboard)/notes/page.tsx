import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { redirectToSignIn } from "@/components/navigation/server";
import { Forbidden } from "@/components/states/forbidden";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { ToolBar } from "@/components/ui/tool-bar";
import type { NoteFilter } from "@/lib/notes/note-views";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { searchNotes } from "@/server/dashboard/notes/queries/search-notes";
import { NoteFilterChips } from "./_components/note-filter-chips";
import { NoteFilterForm } from "./_components/note-filter-form";
import { NoteList } from "./_components/note-list";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("notes");
  return { title: t("title") };
}

type NotesPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Notes on anything, newest first; the filter is in the address. */
export default async function NotesPage({ searchParams }: NotesPageProps) {
  const given = await searchParams;
  const one = (name: string): string => {
    const value = given[name];
    return (typeof value === "string" ? value : value?.[0]) ?? "";
  };
  const filter: NoteFilter = { text: one("text"), isMentioned: one("mentioned") === "me" };
  const cursor = one("cursor");
  const query = {
    text: filter.text === "" ? undefined : filter.text,
    mentioned: filter.isMentioned ? "me" : undefined,
  };
  const ctx = await currentCtx();
  if (ctx === null)
    return redirectToSignIn(paths.notes({ ...query, cursor: cursor === "" ? undefined : cursor }));
  const t = await translator("notes");
  const list = await orForbidden(searchNotes(ctx, filter, cursor));
  if (list === null) {
    return (
      <>
        <PageHeader title={t("title")} />
        <Forbidden role={ctx.actor.role} permission="view_payments" />
      </>
    );
  }
  const isFiltered = filter.text !== "" || filter.isMentioned;
  return (
    <Messages areas={["notes"]}>
      <PageHeader title={t("title")} about={t("about")} />
      <ToolBar>
        <NoteFilterForm filter={filter} isTextInvalid={list.isTextInvalid} />
      </ToolBar>
      <NoteFilterChips filter={filter} />
      {list.notes.length === 0 ? (
        <EmptyState title={t("list.empty")}>
          {t(isFiltered ? "list.emptyFiltered" : "list.emptyBody")}
        </EmptyState>
      ) : (
        <NoteList notes={list.notes} />
      )}
      <Pager
        label={t("list.label")}
        first={cursor === "" ? null : { href: paths.notes(query), label: t("list.newest") }}
        next={
          list.nextCursor === null
            ? null
            : { href: paths.notes({ ...query, cursor: list.nextCursor }), label: t("list.older") }
        }
      />
    </Messages>
  );
}
