"use client";

import { useTranslations } from "use-intl/react";
import { useChooseLocale } from "@/components/i18n/language-switch";
import { LOCALE_NAMES } from "@/lib/messages/locale";
import type { Command, HereCommand } from "./palette-commands";
import { useAppearance } from "@/components/ui/use-appearance";
import { useSignOut } from "@/components/people/use-sign-out";

/** A command's name, then other names that match it: its English name matches in every language. */
export function useCommandNames(): (command: Command) => [string, ...string[]] {
  const t = useTranslations("palette");
  const tNavigation = useTranslations("navigation");
  return (command) => {
    switch (command.kind) {
      case "go":
        return [tNavigation(`item.${command.item}`), command.item];
      case "begin":
        return [t(`begin.${command.what}`), command.what];
      case "theme":
        return [t("theme", { name: tNavigation(`theme.${command.theme}`) }), "theme", command.theme];
      case "density":
        return [t("density", { name: tNavigation(`density.${command.density}`) }), command.density];
      case "locale":
        return [t("locale", { name: LOCALE_NAMES[command.locale] }), "language", command.locale];
      case "keys":
        return [t("keys.title"), "keyboard shortcuts help"];
      case "signOut":
        return [tNavigation("signOut"), "sign out log out"];
    }
  };
}

/** Runs a command that opens no page. */
export function useRunHere(onShowKeys: () => void): (command: HereCommand) => void {
  const { chooseTheme, chooseDensity } = useAppearance();
  const chooseLocale = useChooseLocale();
  const { leave } = useSignOut();
  return (command) => {
    switch (command.kind) {
      case "theme":
        return chooseTheme(command.theme);
      case "density":
        return chooseDensity(command.density);
      case "locale":
        return chooseLocale(command.locale);
      case "keys":
        return onShowKeys();
      case "signOut":
        return void leave();
    }
  };
}
