import { z } from "zod";

/** Days that Postgres and every time zone can represent. */
const daySchema = z.iso.date().refine((day) => day >= "0001-01-01" && day <= "9998-12-31");
const uuidSchema = z.uuid();

/** A calendar day like "2026-11-21"; null for anything else. */
export function parseDay(text: string): string | null {
  return daySchema.safeParse(text).data ?? null;
}

/** A UUID; null for anything else. */
export function parseUuid(text: string): string | null {
  return uuidSchema.safeParse(text).data ?? null;
}
