import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "@/server/platform/root";

/** A command as a document shows it, without its comment. */
type Documented = { page: string; text: string };

/** The first words by which a command in the middle of a sentence is recognised. */
const PROGRAMS =
  "age|apt-get|caddy|chown|curl|docker|gpg|journalctl|kubectl|node|npm|npx|openssl|pg_dump|pg_restore|promtool|psql|python3|sed|sh|sha256sum|ssh-keygen|systemctl|tar|[./\\w-]*/paydeck";
const INLINE = new RegExp(`\`((?:[A-Z_]+=\\S+ )*(?:${PROGRAMS}) [^\`\\n]+)\``, "g");
const BLOCK = /^ *```sh\n([^]*?)^ *```/gm;

/** Every document but the decisions, which say what was so once. */
export const PAGES = execFileSync("git", ["ls-files", "*.md"], { cwd: projectRoot(), encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "" && !path.startsWith("server/decisions/"));

export function readPage(path: string): string {
  return readFileSync(join(projectRoot(), path), "utf8");
}

/** The commands of one block, each on one line. */
export function linesOf(block: string): string[] {
  return block
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => line.replace(/(^|\s{2,})#.*$/, "").trim())
    .filter((line) => line !== "");
}

/** The block of a page that contains `words`. */
export function blockOf(page: string, words: string): string {
  const blocks = [...readPage(page).matchAll(BLOCK)].map(([, block = ""]) => block);
  const block = blocks.find((one) => one.includes(words));
  if (block === undefined) throw new Error(`${page} has no commands with "${words}"`);
  return block;
}

/** A line that only sets a variable, as in a file of variables. */
const ASSIGNMENT = /^[A-Z_]+=[^\s$(]*(\s|$)(?!\S)/;

/** Every command of a page, in blocks and in sentences. */
export function commandsOf(page: string): Documented[] {
  const text = readPage(page);
  const blocks = [...text.matchAll(BLOCK)]
    .flatMap(([, block = ""]) => linesOf(block))
    .filter((line) => !ASSIGNMENT.test(line));
  const inline = [...text.replace(BLOCK, "").matchAll(INLINE)].map(([, command = ""]) => command);
  return [...new Set([...blocks, ...inline])].map((command) => ({ page, text: command }));
}

/** A program of package.json and the words after it. */
type Call = { program: string; words: string[] };

/** `npm run NAME -- WORDS` and `./paydeck NAME WORDS` call the same program; null for other commands. */
export function callOf(command: string): Call | null {
  const [, program, rest = ""] =
    /^(?:npm (?:run )?(?:-s )?|[./\w-]*\/paydeck )([a-z][a-z:]*)(?: --(?= |$))?((?: .*)?)$/.exec(command) ??
    [];
  if (program === undefined) return null;
  const words = rest.match(/"[^"]*"|\S+/g) ?? [];
  return { program, words };
}

/** Whether a word is one to type as it is: an option or a subcommand, not a name, a file or a placeholder. */
function isFixed(word: string): boolean {
  return /^--?[a-z]/.test(word) || /^[a-z]+$/.test(word);
}

/** Whether running `run` runs what `documented` shows: the same program with the same options and subcommands. */
export function covers(run: Call, documented: Call): boolean {
  return (
    run.program === documented.program &&
    documented.words.filter(isFixed).every((word) => run.words.includes(word))
  );
}

/** The words after a program in each command of the documents, with a value in the place of a placeholder. */
export function wordsOf(program: string, values: Record<string, string> = {}): string[][] {
  return PAGES.flatMap(commandsOf)
    .map(({ text }) => callOf(text))
    .filter((call) => call?.program === program)
    .map((call) => (call?.words ?? []).map((word) => values[word] ?? word));
}
