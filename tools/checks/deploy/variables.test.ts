import { expect, test } from "vitest";
import { SECRET_VARIABLES } from "@/server/platform/secret-files/env";
import { documentedVariables } from "../configuration-table";
import { deployFiles, readDeployFile } from "./files";

/** Programs have constants in capitals too, and read what systemd and Docker pass on. */
const files = deployFiles()
  .filter((path) => !path.endsWith(".mjs"))
  .map((path) => ({ path, text: readDeployFile(path) }));

/** Words in capitals that are no variables: systemd's and Postgres's own. */
const WORDS = /^(AF_(INET6?|UNIX)|CAP_[A-Z_]+|CHOWN|NET_BIND_SERVICE|ON_ERROR_STOP|MAX_[A-Z_]+)$/;
/** Of the tools that read these files: Docker's build, Postgres's image, libpq, systemd. */
const OF_TOOLS = new Set(["NODE_ENV", "NODE_IMAGE", "BASE_IMAGE", "POSTGRES_USER", "STATE_DIRECTORY"]);

/** The table of deploy/README.md: values that only compose.yaml uses. */
function ofCompose(): string[] {
  const lines = readDeployFile("deploy/README.md").split("\n");
  return lines.flatMap((line) => /^\| `([A-Z_]+)` +\|/.exec(line)?.[1] ?? []);
}

test("each variable that a deploy file names is one that a program reads, or is in deploy/README.md", () => {
  const variables = documentedVariables().map(({ name }) => name);
  const ofFiles = SECRET_VARIABLES.map((name) => `${name}_FILE`);
  const known = new Set([...variables, ...ofFiles, ...ofCompose(), ...OF_TOOLS]);
  const named = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].map(([name]) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ name }) => !known.has(name) && !WORDS.test(name))).toEqual([]);
});

test("no deploy file contains a secret", () => {
  expect(files.map(({ path }) => path).filter((path) => path.endsWith(".env"))).toEqual([]);
  const found = files.flatMap(({ path, text }) =>
    text
      .replaceAll(/\$\{[^}]*\}/g, "")
      .split("\n")
      // A value of a secret other than none or a reference; a password in an address; something long and random.
      .filter(
        (line) =>
          /(SECRET|PASSWORD|SALT|KEY|TOKEN)[A-Z_]*(?<!_FILE)[=:] *"?[^\s"$#<]/.test(line) ||
          /:\/\/[^:@/\s]+:[^@/\s]+@/.test(line) ||
          /[A-Za-z0-9+/]{40,}={0,2}/.test(line.replaceAll(/[\w.-]+\/[\w./-]+/g, "")),
      )
      .map((line) => `${path}: ${line}`),
  );
  expect(found).toEqual([]);
});

/** Without these no process starts; an empty value of any other one is refused, so the examples have it as a comment. */
const REQUIRED = new Set([
  "ROUTING_DATABASE_URL",
  "ROUTING_SALT_KEY",
  "ROUTING_PUBLIC_URL",
  "DASHBOARD_DATABASE_URL",
  "NEXTAUTH_SECRET",
  "NEXTAUTH_URL",
  "SECOND_FACTOR_KEY",
  "ROUTING_API_KEY",
  "ROUTING_API_SALT",
]);

test("the examples leave empty only what has to be filled in", () => {
  const examples = files.filter(({ path }) => path.endsWith(".env.example") || path.endsWith("/env.example"));
  expect(examples).toHaveLength(8);
  const empty = examples.flatMap(({ text }) =>
    [...text.matchAll(/^([A-Z_]+)=$/gm)].map(([, name]) => name ?? ""),
  );
  const own = new Set(ofCompose());
  expect(empty.filter((name) => !REQUIRED.has(name) && !own.has(name))).toEqual([]);
});
