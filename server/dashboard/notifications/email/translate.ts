import { createTranslator } from "use-intl/core";
import { type Catalogue, CATALOGUES } from "@/lib/messages";
import { isolatedValues } from "@/lib/direction";
import type { Locale } from "@/lib/messages/locale";

/**
 * Translates an area of the catalogue outside of a request, in the language of the person who gets the message. As on the
 * screens, a right-to-left value does not reorder its sentence (decision 0394).
 */
export function translate<A extends "emails" | "notifications" | "channels">(locale: Locale, area: A) {
  const t = createTranslator<Catalogue, A>({ locale, messages: CATALOGUES[locale], namespace: area });
  return new Proxy(t, {
    apply: (target, self, [key, values]: [string, object | undefined]) =>
      Reflect.apply(target, self, [key, values && isolatedValues(values)]) as string,
  });
}
