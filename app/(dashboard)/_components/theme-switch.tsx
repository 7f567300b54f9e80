"use client";

import { Monitor, Moon, Sun, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { THEMES, themeCookie, type Theme } from "@/components/ui/theme";

const LOOKS: Record<Theme, { label: string; icon: LucideIcon }> = {
  system: { label: "As the system", icon: Monitor },
  light: { label: "Light", icon: Sun },
  dark: { label: "Dark", icon: Moon },
};

/** Takes effect at once and is kept in a cookie, which the server reads for its next first paint. */
export function ThemeSwitch({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial);

  const choose = (choice: Theme): void => {
    setTheme(choice);
    applyTheme(choice);
  };

  return (
    <fieldset className="flex rounded bg-sunken p-0.5">
      <legend className="sr-only">Theme</legend>
      {THEMES.map((option) => {
        const { label, icon: Icon } = LOOKS[option];
        return (
          <label
            key={option}
            title={label}
            className="grid size-6 cursor-pointer place-items-center rounded-sm text-ink-muted has-checked:bg-surface has-checked:text-ink has-checked:shadow-raised has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="theme"
              value={option}
              checked={theme === option}
              onChange={() => choose(option)}
              className="sr-only"
            />
            <Icon aria-hidden className="size-3.5" />
            <span className="sr-only">{label}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

function applyTheme(theme: Theme): void {
  document.cookie = themeCookie(theme);
  document.documentElement.dataset.theme = theme;
}
