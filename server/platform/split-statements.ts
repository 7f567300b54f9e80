/** A comment, a quoted text or name, a dollar-quoted body, or the end of a statement. */
const PART = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[^]*?\1|;/g;
const IS_EMPTY = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/)*$/;

/** The statements of an SQL text, without what separates them. Knows what migrations use, which is not all of SQL. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let start = 0;
  for (const part of sql.matchAll(PART)) {
    if (part[0] !== ";") continue;
    statements.push(sql.slice(start, part.index));
    start = part.index + 1;
  }
  statements.push(sql.slice(start));
  return statements.map((statement) => statement.trim()).filter((statement) => !IS_EMPTY.test(statement));
}
