import { cookies } from "next/headers";
import { cache } from "react";
import { createTranslator } from "use-intl/core";
import type { Catalogue, MessageArea } from "@/lib/messages";
import { LOCALE_COOKIE, parseLocale, type Locale } from "@/lib/messages/locale";
import { compiledArea } from "./compiled";

/** The reader's language, for server components; read once per request. */
export const currentLocale: () => Promise<Locale> = cache(async () =>
  parseLocale((await cookies()).get(LOCALE_COOKIE)?.value),
);

/** The messages of one area, for server components: `const t = await translator("payments")`. */
export async function translator<A extends MessageArea>(area: A) {
  const locale = await currentLocale();
  const messages = { [area]: compiledArea(locale, area) } as unknown as Catalogue;
  return createTranslator<Catalogue, A>({ locale, messages, namespace: area });
}

/** The messages of some areas as data, to pass to client components through `Messages`. */
export async function messagesOf<A extends MessageArea>(areas: readonly A[]): Promise<Pick<Catalogue, A>> {
  const locale = await currentLocale();
  const found = areas.map((area) => [area, compiledArea(locale, area)]);
  return Object.fromEntries(found) as Pick<Catalogue, A>;
}
