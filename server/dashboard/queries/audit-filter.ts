import { z } from "zod";
import type { AuditFilter, AuditListView } from "@/lib/audit";
import { isStorableText } from "@/lib/text";
import type { AuditSearch } from "../store/audit-search";

const MAX_LENGTH = 300;

/** A day as a date field writes it, taken in UTC, or an exact instant. */
const daySchema = z.iso.date();
const instantSchema = z.iso.datetime();

/** What a filter of the address asks for. Times that cannot be read are told as faults and left out. */
export function readAuditFilter(filter: AuditFilter): {
  search: AuditSearch;
  faults: AuditListView["faults"];
} {
  const from = readInstant(filter.from, 0);
  // A day counts to its end.
  const until = readInstant(filter.until, 1);
  return {
    search: {
      person: textOf(filter.person)?.toLowerCase() ?? null,
      action: textOf(filter.action),
      subject: textOf(filter.subject),
      from: from === "fault" ? null : from,
      until: until === "fault" ? null : until,
    },
    faults: [
      ...(from === "fault" ? ["from" as const] : []),
      ...(until === "fault" ? ["until" as const] : []),
    ],
  };
}

function textOf(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === "" || trimmed.length > MAX_LENGTH || !isStorableText(trimmed) ? null : trimmed;
}

const DAY_MS = 24 * 60 * 60_000;

function readInstant(text: string, plusDays: number): Date | null | "fault" {
  if (text.trim() === "") return null;
  if (daySchema.safeParse(text).success) {
    return new Date(new Date(`${text}T00:00:00Z`).getTime() + plusDays * DAY_MS);
  }
  return instantSchema.safeParse(text).success ? new Date(text) : "fault";
}
