import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import { readDeployFile } from "./files";

const text = readDeployFile("deploy/Dockerfile");
const lastStage = text.slice(text.lastIndexOf("\nFROM "));

test("the Dockerfile has no fault", () => {
  expect(validate(text).map(({ message }) => message)).toEqual([]);
  expect(validate("FROM a\nUSERR b")).not.toEqual([]);
});

test("the image runs as a user that is not root, with a health check, and has no build tools", () => {
  expect(lastStage).toMatch(/^USER 10001:10001$/m);
  expect(lastStage).toMatch(/^HEALTHCHECK /m);
  expect(lastStage).not.toMatch(/\b(npm|apt-get|curl|git)\b(?!,|;)(?![^\n]*no npm)/);
  expect([...lastStage.matchAll(/^COPY --from=build (\S+)/gm)].map(([, from]) => from)).toEqual([
    "/usr/local/bin/node",
    "/paydeck",
  ]);
});

test("neither secrets nor data nor what the build makes itself are sent to the builder", () => {
  const ignored = readDeployFile(".dockerignore").split("\n");
  const wanted = [".git", ".data", ".next", "dist", "node_modules", "**/*.env", "**/*.backup", "**/*.dump"];
  expect(ignored).toEqual(expect.arrayContaining(wanted));
});
