import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "./root";
import { splitStatements } from "./split-statements";

test("semicolons in texts, names, comments and bodies of functions end no statement", () => {
  expect(
    splitStatements(`-- first; not the end
      create table a (b text default 'it''s; fine'); /* two; three */
      create function f() returns trigger language plpgsql as $$ begin delete from a; return null; end $$;
      create function g() returns text language sql as $body$ select '$$;' $body$;
      comment on column a."b;c" is 'x';
      -- the end;
    `),
  ).toEqual([
    `-- first; not the end
      create table a (b text default 'it''s; fine')`,
    `/* two; three */
      create function f() returns trigger language plpgsql as $$ begin delete from a; return null; end $$`,
    `create function g() returns text language sql as $body$ select '$$;' $body$`,
    `comment on column a."b;c" is 'x'`,
  ]);
});

test.each(["server/routing/store/migrations", "server/dashboard/store/migrations"])(
  "each statement of the migrations in %s begins with a command",
  (folder) => {
    const files = readdirSync(join(projectRoot(), folder)).filter((name) => name.endsWith(".sql"));
    const statements = files.flatMap((name) =>
      splitStatements(readFileSync(join(projectRoot(), folder, name), "utf8")),
    );
    expect(statements.length).toBeGreaterThan(files.length);
    const first = statements.map((text) =>
      text
        .replace(/^(?:--[^\n]*\n\s*)+/, "")
        .split(/\s/, 1)[0]
        ?.toLowerCase(),
    );
    const commands = [
      "create",
      "alter",
      "drop",
      "insert",
      "update",
      "delete",
      "with",
      "do",
      "select",
      "set",
      "grant",
      "revoke",
      "comment",
      "lock",
      "truncate",
    ];
    expect(first.filter((word) => !commands.includes(word ?? ""))).toEqual([]);
  },
);
