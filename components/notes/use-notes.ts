"use client";

import { useQuery } from "@tanstack/react-query";
import { fetchView } from "@/components/live/fetch-view";
import { nextFetchDelayMs } from "@/components/live/next-fetch";
import { CALM_SCHEDULE } from "@/components/live/polling";
import type { MentionView, NotesView, NoteSubject, NoteSubjectKind } from "@/lib/notes/note-views";
import { paths } from "@/lib/paths";

/** The notes of a subject, polled for as long as they are shown: colleagues write at the same time. */
export function useNotes(subject: NoteSubject, initial: NotesView) {
  const seed = `notes ${subject.kind} ${subject.id}`;
  const query = useQuery({
    queryKey: ["notes", subject.kind, subject.id],
    queryFn: ({ signal }) => fetchView<NotesView>(paths.api.notes(subject), signal),
    initialData: initial,
    initialDataUpdatedAt: Date.parse(initial.readAt),
    refetchInterval: ({ state }) => nextFetchDelayMs(CALM_SCHEDULE, state, seed),
  });
  return { ...query.data, error: query.error, refresh: async () => void (await query.refetch()) };
}

const PEOPLE_STALE_MS = 60_000;

async function fetchPeople(about: NoteSubjectKind, signal: AbortSignal): Promise<MentionView[]> {
  return (await fetchView<{ people: MentionView[] }>(paths.api.notePeople(about), signal)).people;
}

/** The people that can be mentioned, loaded with the first "@"; undefined until then. */
export function usePeopleToMention(about: NoteSubjectKind, isNeeded: boolean) {
  const { data, refetch } = useQuery({
    queryKey: ["notes", "people", about],
    queryFn: ({ signal }) => fetchPeople(about, signal),
    enabled: isNeeded,
    staleTime: PEOPLE_STALE_MS,
  });
  return {
    people: data,
    /** Those that are loaded, or a fetch of them; throws when it fails. */
    load: async (): Promise<MentionView[]> => data ?? (await refetch({ throwOnError: true })).data ?? [],
  };
}
