import { createTranslator } from "use-intl/core";
import { type Catalogue, CATALOGUES } from "@/lib/messages";
import type { Locale } from "@/lib/messages/locale";

/** Translates an area of the catalogue outside of a request, in the language of the person who gets the message. */
export function translate<A extends "emails" | "notifications" | "channels">(locale: Locale, area: A) {
  return createTranslator<Catalogue, A>({ locale, messages: CATALOGUES[locale], namespace: area });
}
