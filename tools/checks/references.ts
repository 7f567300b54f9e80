/** What a comment or a document refers to: a decision, a section of the specification, or a numbered failure. */
export type Reference = { kind: "decision" | "specification" | "failure"; name: string };

const NUMBERS = "(\\d[\\d.]*\\d|\\d)((?:,? (?:and|or|to) |, )(?:\\d[\\d.]*\\d|\\d)(?![\\d.]*[a-z%]))*";
const NAMED = new RegExp(
  `\\b(decision|specification|failure)s? (${NUMBERS})((?:, rules? \\d(?: and \\d)*)?)`,
  "gi",
);
/** A decision referred to only by its number, in parentheses. */
const IN_PARENTHESES = /\((0\d{3}(?:, 0\d{3})*)[):;]/g;

/** Every reference in a text, in no particular order. A rule of the specification is named "4.4 rule 2". */
export function referencesIn(text: string): Reference[] {
  const joined = joinLines(text);
  const named = [...joined.matchAll(NAMED)].flatMap(
    ([, word = "", numbers = "", , , rules = ""]): Reference[] => {
      const kind = kindOf(word);
      const names = numbersIn(numbers).filter((name) => kind !== "decision" || /^\d{4}$/.test(name));
      const last = names.at(-1);
      const ofRules = last === undefined ? [] : numbersIn(rules).map((rule) => `${last} rule ${rule}`);
      return [...names, ...(kind === "specification" ? ofRules : [])].map((name) => ({ kind, name }));
    },
  );
  const bare = [...joined.matchAll(IN_PARENTHESES)].flatMap(([, numbers = ""]) =>
    numbersIn(numbers).map((name): Reference => ({ kind: "decision", name })),
  );
  return [...named, ...bare];
}

function kindOf(word: string): Reference["kind"] {
  const lower = word.toLowerCase();
  if (lower === "decision" || lower === "specification") return lower;
  return "failure";
}

function numbersIn(text: string): string[] {
  return [...text.matchAll(/\d+(?:\.\d+)*/g)].map(([number]) => number);
}

/** A comment may break its line inside a reference. */
function joinLines(text: string): string {
  return text.replaceAll(/\n[ \t]*(?:\*|\/\/|#|--)?[ \t]*/g, " ");
}

/** The valid names of references to the specification: its sections, and the numbered rules of each. */
export function sectionsOf(specification: string): Set<string> {
  const names = new Set<string>();
  let section = "";
  for (const line of specification.split("\n")) {
    section = /^#{2,3} (\d+(?:\.\d+)?)\.? /.exec(line)?.[1] ?? section;
    if (section === "") continue;
    names.add(section);
    const rule = /^(\d+)\. /.exec(line)?.[1];
    if (rule !== undefined) names.add(`${section} rule ${rule}`);
  }
  return names;
}

/** The numbers in the list of failures, `tools/prove/protections/protections.txt`. */
export function failuresIn(protections: string): Set<string> {
  return new Set([...protections.matchAll(/^(\d+): /gm)].map(([, row = ""]) => row));
}

/** Relative URLs of a Markdown text's links and images, except those in code. */
export function linksIn(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```.*?^```/gms, "").replaceAll(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, address = ""]) => address)
    .filter((address) => !/^[a-z]+:/i.test(address));
}

/** The anchors of a Markdown text's headings, as GitHub and GitLab generate them. */
export function anchorsOf(markdown: string): Set<string> {
  const headings = markdown.replaceAll(/^```.*?^```/gms, "").matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\- ]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

/** Names of documents outside the repository, and of their sections; a reader could not open them. */
const OUTSIDE = [
  /\.\.\/shared\b/,
  /\bthe design\b(?! tokens)/i,
  /\bdesign, section/i,
  /\bD(?:1[0-6]|[1-9])\b/,
  /\bsections? \d/i,
];

/** References of a text to documents outside the repository. */
export function outsideIn(text: string): string[] {
  const joined = joinLines(text);
  return OUTSIDE.flatMap((pattern) => pattern.exec(joined)?.[0] ?? []);
}
