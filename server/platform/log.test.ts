import { expect, test } from "vitest";
import { createLogger } from "./log";

function logged(write: (logger: ReturnType<typeof createLogger>) => void): Record<string, unknown> {
  const lines: string[] = [];
  write(createLogger("test", "info", { write: (line) => void lines.push(line) }));
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? "") as Record<string, unknown>;
}

test("a secret reaches no line, at whatever depth it stands, in lists too", () => {
  const line = logged((logger) =>
    logger.info({
      salt: "s3cret",
      key: { apiKey: "s3cret", id: "kept" },
      merchant: { people: { email: "s3cret", role: "kept" } },
      sent: [{ password: "s3cret", at: "kept" }],
    }),
  );
  expect(JSON.stringify(line)).not.toContain("s3cret");
  expect(line).toMatchObject({
    salt: "[redacted]",
    key: { id: "kept" },
    merchant: { people: { role: "kept" } },
    sent: [{ password: "[redacted]", at: "kept" }],
  });
});

test("what is logged is left as it was", () => {
  const key = { apiKey: "s3cret" };
  logged((logger) => logger.info({ key }));
  expect(key).toEqual({ apiKey: "s3cret" });
});

test("an error brings its name, words and code along, and nothing that it carries", () => {
  const error = Object.assign(new Error("refused"), {
    code: "E1",
    config: { headers: { authorization: "s3cret" } },
  });
  const line = logged((logger) => logger.error({ err: error }, "failed"));
  expect(line).toMatchObject({ msg: "failed", err: { type: "Error", message: "refused", code: "E1" } });
  expect(JSON.stringify(line)).not.toContain("s3cret");
});

test("no value forges a line", () => {
  const line = logged((logger) => logger.info({ reference: 'x"}\n{"level":50' }, "seen"));
  expect(line).toMatchObject({ msg: "seen", reference: 'x"}\n{"level":50' });
});
