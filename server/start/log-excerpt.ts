import { z } from "zod";

const WARNING = 40;
const ERROR = 50;

const lineSchema = z.looseObject({
  level: z.number(),
  msg: z.string().default(""),
  text: z.string().optional(),
  err: z.looseObject({ message: z.string().optional(), stack: z.string().optional() }).optional(),
});

/** Shows the warnings and errors of a log, as a person at a terminal reads them. Takes the log in pieces of any length. */
export function createLogExcerpt(name: string, show: (line: string) => void): (text: string) => void {
  let rest = "";
  return (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const shown = excerptOf(line);
      if (shown !== null) show(`[${name}] ${shown}`);
    }
  };
}

function excerptOf(line: string): string | null {
  const parsed = lineSchema.safeParse(jsonOf(line));
  if (!parsed.success) return line === "" ? null : line;
  const { level, msg, text, err } = parsed.data;
  if (level < WARNING) return null;
  const what = text ?? [msg, err?.stack ?? err?.message].filter((part) => part !== undefined).join("\n");
  return `${level < ERROR ? "warning" : "error"}: ${what}`;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
