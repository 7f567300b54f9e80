import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { projectRoot } from "@/server/platform/root";

/** A function of the dashboard's server, by its file and name, with the names of what it calls or passes on. */
type Fn = { file: string; name: string; isExported: boolean; takesCtx: boolean; uses: Set<string> };

/** A command: an exported function of `server/dashboard/<subject>/commands` that takes the context of a request first. */
type Command = { id: string; authorizes: boolean; audits: boolean };

const ROOT = "server/dashboard";
const AUTHORIZES = new Set(["authorize", "requirePermission"]);
/**
 * A check far away may be another one: of a step that only some calls reach. It is no lower, because some commands write their
 * audit row six calls away.
 */
const MAX_DEPTH = 6;
const AUDITS = new Set(["recordAudit"]);

/** All commands, with whether a call of {@link AUTHORIZES} and of {@link AUDITS} can be reached from each. */
export function readCommands(): Command[] {
  const files = readdirSync(join(projectRoot(), ROOT), { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !/^(testing|demo)\//.test(file),
  );
  const all = files.flatMap((file) =>
    functionsOf(file, readFileSync(join(projectRoot(), ROOT, file), "utf8")),
  );
  return commandsOf(all);
}

export function commandsOf(all: readonly Fn[]): Command[] {
  const byName = new Map<string, Fn[]>();
  for (const fn of all) byName.set(fn.name, [...(byName.get(fn.name) ?? []), fn]);
  // A name means the function of the same file, else an exported one.
  const next = (from: Fn, name: string): Fn[] => {
    const named = byName.get(name) ?? [];
    const here = named.filter(({ file }) => file === from.file);
    return here.length > 0 ? here : named.filter(({ isExported }) => isExported);
  };
  const reaches = (start: Fn, wanted: ReadonlySet<string>): boolean => {
    const seen = new Set<Fn>([start]);
    let level = [start];
    for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
      if (level.some(({ uses }) => [...uses].some((name) => wanted.has(name)))) return true;
      // A refusal that is audited is not the audit row of what the command did.
      level = level
        .flatMap((fn) =>
          [...fn.uses].filter((name) => !AUTHORIZES.has(name)).flatMap((name) => next(fn, name)),
        )
        .filter((fn) => !seen.has(fn));
      for (const fn of level) seen.add(fn);
    }
    return false;
  };
  return all
    .filter(({ file, isExported, takesCtx }) => isExported && takesCtx && /^[^/]+\/commands\//.test(file))
    .map((fn) => ({
      id: `${fn.file.replace(/^([^/]+)\/commands\/.*$/, "$1")}/${fn.name}`,
      authorizes: reaches(fn, AUTHORIZES),
      audits: reaches(fn, AUDITS),
    }));
}

export function functionsOf(file: string, text: string): Fn[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Fn[] = [];
  const add = (name: string, fn: ts.FunctionLikeDeclaration, isExported: boolean): void => {
    const type = fn.parameters[0]?.type;
    found.push({
      file,
      name,
      isExported,
      takesCtx: type !== undefined && type.getText(source) === "Ctx",
      uses: namesIn(fn),
    });
  };
  for (const statement of source.statements) {
    const isExported =
      ts.canHaveModifiers(statement) &&
      (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);
    if (ts.isFunctionDeclaration(statement) && statement.name !== undefined && statement.body !== undefined)
      add(statement.name.text, statement, isExported);
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!ts.isIdentifier(name) || initializer === undefined) continue;
      if (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
        add(name.text, initializer, isExported);
    }
  }
  return found;
}

/** Names that are called, or given to a call as they are. */
function namesIn(node: ts.Node): Set<string> {
  const names = new Set<string>();
  const visit = (one: ts.Node): void => {
    if (ts.isCallExpression(one)) {
      if (ts.isIdentifier(one.expression)) names.add(one.expression.text);
      for (const argument of one.arguments) if (ts.isIdentifier(argument)) names.add(argument.text);
    }
    ts.forEachChild(one, visit);
  };
  ts.forEachChild(node, visit);
  return names;
}
