import type { Config } from "tailwindcss";

/** Utilities by the names of the design tokens; their values, light and dark, are in app/globals.css. */
const tones = ["accent", "success", "danger", "warning"] as const;

const config: Config = {
  content: ["./app/**/*.tsx", "./components/**/*.{ts,tsx}"],
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      canvas: "var(--canvas)",
      surface: "var(--surface)",
      sunken: "var(--sunken)",
      hover: "var(--hover)",
      backdrop: "var(--backdrop)",
      line: { soft: "var(--line-soft)", DEFAULT: "var(--line)", strong: "var(--line-strong)" },
      edge: "var(--edge)",
      ink: { DEFAULT: "var(--ink)", muted: "var(--ink-muted)" },
      "on-solid": "var(--on-solid)",
      ...Object.fromEntries(
        tones.map((tone) => [
          tone,
          { DEFAULT: `var(--${tone})`, soft: `var(--${tone}-soft)`, solid: `var(--${tone}-solid)` },
        ]),
      ),
    },
    fontFamily: {
      sans: ["var(--font-sans)"],
      mono: ["var(--font-mono)"],
    },
    fontSize: {
      xs: ["0.75rem", "1rem"],
      sm: ["0.8125rem", "1.25rem"],
      base: ["0.875rem", "1.25rem"],
      lg: ["1rem", "1.5rem"],
      xl: ["1.25rem", "1.75rem"],
      "2xl": ["1.5rem", "2rem"],
    },
    borderRadius: { sm: "4px", DEFAULT: "6px", lg: "10px", full: "9999px" },
    boxShadow: { raised: "var(--shadow-raised)", floating: "var(--shadow-floating)" },
  },
};

export default config;
