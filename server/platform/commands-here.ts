import { existsSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./root";

/** Whether this program runs from an unpacked release (decision 0256) and not from a checkout. */
export function isRelease(): boolean {
  return existsSync(join(projectRoot(), "RELEASE.json"));
}

const COMMAND = /npm (?:run ([a-z]+(?::[a-z]+)?)|(start))(?: --(?= ))?/g;
/** A line of a usage text: a command, at least two spaces, and what it does. */
const USAGE_LINE = /^( *npm (?:run |start)(?:[^ \n]| (?! ))*)( {2,})(?=\S)/gm;

/**
 * `text`, with its commands as they are typed in this installation: `npm run restore -- FILE` in a checkout,
 * `./paydeck restore FILE` in a release, which has no npm. The columns of a usage text stay in line.
 */
export function commandsHere(text: string, here = isRelease()): string {
  if (!here) return text;
  const renamed = (part: string): string =>
    part.replace(COMMAND, (_, script: string | undefined, start: string | undefined) => {
      return `./paydeck ${script ?? start ?? ""}`;
    });
  return renamed(
    text.replace(USAGE_LINE, (_, command: string, gap: string) =>
      renamed(command).padEnd(command.length + gap.length),
    ),
  );
}
