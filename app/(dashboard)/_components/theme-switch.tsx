"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Segmented } from "@/components/ui/segmented";
import { THEMES } from "@/components/ui/theme";
import { useAppearance } from "@/components/ui/use-appearance";

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

export function ThemeSwitch() {
  const t = useTranslations("navigation");
  const { theme, chooseTheme } = useAppearance();
  return (
    <Segmented
      legend={t("theme.legend")}
      name="theme"
      value={theme}
      onChoose={chooseTheme}
      options={THEMES.map((option) => ({
        value: option,
        label: t(`theme.${option}`),
        icon: ICONS[option],
      }))}
    />
  );
}
