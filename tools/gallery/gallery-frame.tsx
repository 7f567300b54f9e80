import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { ThemeSwitch } from "@/app/(dashboard)/_components/theme-switch";
import { AppearanceProvider } from "@/components/ui/use-appearance";
import { LanguageSwitch } from "@/components/i18n/language-switch";
import { Messages } from "@/components/i18n/messages";
import { firstPaintMoment } from "@/components/time-zone/server";
import { DENSITY_COOKIE, parseDensity } from "@/components/ui/density";
import { FirstPaint } from "@/components/ui/first-paint";
import { Link } from "@/components/ui/link";
import { parseTheme, THEME_COOKIE } from "@/components/ui/theme";
import { CATALOGUES, type MessageArea } from "@/lib/messages";
import { EXAMPLES_AT } from "./data";
import { GalleryMain } from "./gallery-main";
import { OfflineQueries } from "./offline-queries";
import { ALL, SECTIONS } from "./sections";

const HERE = "/dev/components";
const TITLE = "Paydeck";
const AREAS = Object.keys(CATALOGUES.en) as MessageArea[];

type GalleryFrameProps = {
  /** The section that is open; null on the first page. */
  here: string | null;
  children?: ReactNode;
};

/** What every page of the gallery has: both switches, all messages, and links to the other sections. */
export async function GalleryFrame({ here, children }: GalleryFrameProps) {
  const chosen = await cookies();
  return (
    <Messages areas={AREAS}>
      <FirstPaint moment={await firstPaintMoment(new Date(EXAMPLES_AT))}>
        <AppearanceProvider
          theme={parseTheme(chosen.get(THEME_COOKIE)?.value)}
          density={parseDensity(chosen.get(DENSITY_COOKIE)?.value)}
        >
          <OfflineQueries>
            <GalleryMain>
              <h1 className="mb-4 text-xl font-semibold" lang="en">
                {here ?? TITLE}
              </h1>
              <div className="mb-4 flex flex-wrap gap-2">
                <LanguageSwitch />
                <ThemeSwitch />
              </div>
              <ul className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-sm" lang="en">
                {[...SECTIONS.map(({ name }) => name), ALL].map((name) => (
                  <li key={name}>
                    <Link
                      href={`${HERE}?section=${name}`}
                      aria-current={name === here ? "page" : undefined}
                      className="text-accent underline-offset-2 hover:underline aria-[current]:font-semibold"
                    >
                      {name}
                    </Link>
                  </li>
                ))}
              </ul>
              {children}
            </GalleryMain>
          </OfflineQueries>
        </AppearanceProvider>
      </FirstPaint>
    </Messages>
  );
}
