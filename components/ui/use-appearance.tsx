"use client";

import { createContext, useContext, useMemo, useState, type ReactNode } from "react";
import { DENSITY_COOKIE, type Density } from "./density";
import { preferenceCookie } from "./preference-cookie";
import { THEME_COOKIE, type Theme } from "./theme";

type Appearance = {
  theme: Theme;
  density: Density;
  chooseTheme: (theme: Theme) => void;
  chooseDensity: (density: Density) => void;
};

const AppearanceContext = createContext<Appearance | null>(null);

type AppearanceProviderProps = { theme: Theme; density: Density; children: ReactNode };

/**
 * The appearance that the server rendered with. A change applies at once and is stored in a cookie for the next render.
 */
export function AppearanceProvider({ theme: painted, density: spaced, children }: AppearanceProviderProps) {
  const [theme, setTheme] = useState(painted);
  const [density, setDensity] = useState(spaced);
  const appearance = useMemo<Appearance>(
    () => ({
      theme,
      density,
      chooseTheme: (choice) => {
        setTheme(choice);
        document.cookie = preferenceCookie(THEME_COOKIE, choice);
        document.documentElement.dataset.theme = choice;
      },
      chooseDensity: (choice) => {
        setDensity(choice);
        document.cookie = preferenceCookie(DENSITY_COOKIE, choice);
        document.documentElement.dataset.density = choice;
      },
    }),
    [theme, density],
  );
  return <AppearanceContext value={appearance}>{children}</AppearanceContext>;
}

export function useAppearance(): Appearance {
  const appearance = useContext(AppearanceContext);
  if (appearance === null) throw new Error("useAppearance is used outside the frame");
  return appearance;
}
