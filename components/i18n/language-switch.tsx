"use client";

import { useLocale, useTranslations } from "use-intl/react";
import { preferenceCookie } from "@/components/ui/preference-cookie";
import { Segmented } from "@/components/ui/segmented";
import { useRouter } from "@/components/ui/use-router";
import { LOCALE_COOKIE, LOCALE_NAMES, LOCALES, type Locale } from "@/lib/messages/locale";

/** The server renders the page again in the chosen language; input in fields stays. Needs the messages of "common". */
export function LanguageSwitch() {
  const t = useTranslations("common");
  const locale = useLocale();
  const chooseLocale = useChooseLocale();
  return (
    <Segmented
      legend={t("language")}
      name="locale"
      value={locale}
      onChoose={chooseLocale}
      options={LOCALES.map((option) => ({ value: option, label: LOCALE_NAMES[option], lang: option }))}
    />
  );
}

export function useChooseLocale(): (locale: Locale) => void {
  const router = useRouter();
  return (locale) => {
    document.cookie = preferenceCookie(LOCALE_COOKIE, locale);
    router.refresh();
  };
}
