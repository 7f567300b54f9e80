import { z } from "zod";
import type { AuditFilter, AuditFilterField } from "@/lib/audit";
import { err, ok, type Result } from "@/lib/result";
import { isStorableText } from "@/lib/text";
import type { AuditSearch } from "../store/audit-search";

const MAX_LENGTH = 300;

/** A day as a date field writes it, in UTC, or an exact instant. */
const daySchema = z.iso.date();
const instantSchema = z.iso.datetime();

/** Parses a filter from the URL. An invalid field is reported and left out; an export refuses it. */
export function readAuditFilter(filter: AuditFilter): { search: AuditSearch; faults: AuditFilterField[] } {
  const faults: AuditFilterField[] = [];
  const valueOf = <T>(field: AuditFilterField, read: Result<T | null, "unreadable">): T | null => {
    if (read.ok) return read.value;
    faults.push(field);
    return null;
  };
  const search = {
    person: valueOf("person", readText(filter.person))?.toLowerCase() ?? null,
    action: valueOf("action", readText(filter.action)),
    subject: valueOf("subject", readText(filter.subject)),
    from: valueOf("from", readInstant(filter.from, 0)),
    // A day is included to its end.
    until: valueOf("until", readInstant(filter.until, 1)),
  };
  return { search, faults };
}

function readText(text: string): Result<string | null, "unreadable"> {
  const trimmed = text.trim();
  if (trimmed === "") return ok(null);
  return trimmed.length > MAX_LENGTH || !isStorableText(trimmed) ? err("unreadable") : ok(trimmed);
}

const DAY_MS = 24 * 60 * 60_000;

function readInstant(text: string, plusDays: number): Result<Date | null, "unreadable"> {
  if (text.trim() === "") return ok(null);
  if (daySchema.safeParse(text).success) {
    return ok(new Date(new Date(`${text}T00:00:00Z`).getTime() + plusDays * DAY_MS));
  }
  return instantSchema.safeParse(text).success ? ok(new Date(text)) : err("unreadable");
}
