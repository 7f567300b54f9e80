import { expect, it } from "vitest";
import { readArguments } from "./action-arguments";

const hasReadableArguments = async (...sent: Parameters<typeof readArguments>): Promise<boolean> =>
  (await readArguments(...sent)) !== null;

const ACTION = "60389e0e64b219bba2b64729190f6e600d8889d3c5";

function byScript(body: string, contentType = "text/plain;charset=UTF-8"): Promise<boolean> {
  const headers = { "next-action": ACTION, "content-type": contentType };
  return hasReadableArguments({ method: "POST", headers }, Buffer.from(body));
}

function form(fields: readonly (readonly [string, string])[]): string {
  const parts = fields.map(
    ([name, value]) =>
      `--form-boundary\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join("")}--form-boundary--\r\n`;
}

const FORM = "multipart/form-data; boundary=form-boundary";

it.each([
  "[]",
  '[{"amount":"1.00","note":null}]',
  '[{"note":"$$5 off","other":"$undefined"}]',
  '["$NaN","$-0","$Infinity","$-Infinity","$D2026-11-24T03:45:48.000Z"]',
  '[null,"$K1"]',
  '[{"rules":[{"when":["a"]},{"when":"$0:0:rules:0:when"}]}]',
])("reads what a page's script sends: %s", async (body) => {
  expect(await byScript(body)).toBe(true);
});

it.each([
  ["nothing", ""],
  ["half of it", '["a"'],
  ["no list", '{"a":1}'],
  ["a number", "1"],
  ["a text", '"x"'],
  ["another part", '["$1"]'],
  ["a function", '["$F1"]'],
  ["a server function", '["$h1"]'],
  ["a promise", '["$@1"]'],
  ["a map", '["$Q1"]'],
  ["a stream", '["$R1"]'],
  ["bytes", '["$A1"]'],
  ["a file", '["$B1"]'],
  ["an iterator", '["$i1"]'],
  ["a big integer, which JSON cannot write", '["$n12"]'],
  ["a number that is none", '["$n{"]'],
  ["lines for the log", '["$n{\\n{\\"level\\":50"]'],
  ["a number without end", `["$n${"9".repeat(60_000)}"]`],
  ["a lone dollar", '["$"]'],
  ["itself", '["$0"]'],
  ["what comes later", '[{"a":"$0:0:b","b":{}}]'],
  ["what contains it", '[{"a":"$0:0"}]'],
  ["a text by its path", '["x","$0:0"]'],
  ["a path that leads nowhere", '[{"a":{}},"$0:0:b"]'],
  ["a prototype", '[{"a":{}},"$0:0:__proto__"]'],
  ["too many arguments", JSON.stringify(Array(17).fill(1))],
  ["too deep a list", `${"[".repeat(5_000)}${"]".repeat(5_000)}`],
])("refuses %s", async (_name, body) => {
  expect(await byScript(body)).toBe(false);
});

it("refuses references that double at each step, which a few lines long stand for millions of values", async () => {
  const steps = Array.from({ length: 40 }, (_, n) => [`$0:0:${n}`, `$0:0:${n}`]);
  expect(await byScript(JSON.stringify([[["x"], ...steps.slice(0, 10)]]))).toBe(true);
  expect(await byScript(JSON.stringify([[["x"], ...steps]]))).toBe(false);
});

it("reads a form with its fields, whatever these hold", async () => {
  expect(
    await byScript(
      form([
        ["1_email", "$1"],
        ["1_password", "$F1"],
        ["0", '[null,"$K1"]'],
      ]),
      FORM,
    ),
  ).toBe(true);
});

it.each([
  ["no form", "x"],
  ["nothing", ""],
  ["a form without arguments", form([["1_email", "a"]])],
  [
    "arguments given twice",
    form([
      ["0", "[]"],
      ["0", "[]"],
    ]),
  ],
  [
    "another part",
    form([
      ["1", "[]"],
      ["0", '["$1"]'],
    ]),
  ],
  ["a form that ends in the middle", '--form-boundary\r\ncontent-disposition: form-data; name="0"\r\n\r\n[]'],
])("refuses as a form %s", async (_name, body) => {
  expect(await byScript(body, FORM)).toBe(false);
  expect(await byScript(body, "multipart/form-data")).toBe(false);
});

const plain = (body: string): Promise<boolean> =>
  hasReadableArguments({ method: "POST", headers: { "content-type": FORM } }, Buffer.from(body));

it("reads a form that was sent before the page's script ran", async () => {
  expect(
    await plain(
      form([
        [`$ACTION_ID_${ACTION}`, ""],
        ["email", "$1"],
      ]),
    ),
  ).toBe(true);
  expect(
    await plain(
      form([
        ["$ACTION_REF_1", ""],
        ["$ACTION_1:0", `{"id":"${ACTION}","bound":"$@1"}`],
        ["$ACTION_1:1", '[{"attempt":1,"email":"$$a"}]'],
        ["$ACTION_KEY", "k123"],
        ["email", "a"],
      ]),
    ),
  ).toBe(true);
});

it.each([
  ["arguments that are missing", [["$ACTION_1:0", `{"id":"${ACTION}","bound":"$@1"}`]]],
  [
    "arguments of another part",
    [
      ["$ACTION_1:0", `{"id":"${ACTION}","bound":"$@2"}`],
      ["$ACTION_1:1", "[]"],
    ],
  ],
  [
    "arguments that cannot be read",
    [
      ["$ACTION_1:0", `{"id":"${ACTION}","bound":"$@1"}`],
      ["$ACTION_1:1", '["$2"]'],
    ],
  ],
  ["an action that is none", [["$ACTION_1:0", '{"id":{},"bound":null}']]],
  ["no action", []],
] as const)("refuses such a form with %s", async (_name, fields) => {
  expect(await plain(form([["$ACTION_REF_1", ""], ...fields]))).toBe(false);
});

it("leaves what is no action alone", async () => {
  const other = { method: "POST", headers: { "content-type": "text/plain" } };
  expect(await hasReadableArguments(other, Buffer.from("x"))).toBe(true);
  expect(
    await hasReadableArguments({ method: "GET", headers: { "next-action": "x" } }, Buffer.alloc(0)),
  ).toBe(true);
});

it("hands on the form that it evaluated, and no encoding of a part that the next parser does not know", async () => {
  const headers = { "next-action": ACTION, "content-type": FORM };
  const sent =
    `--form-boundary\r\ncontent-disposition: form-data; name="0"\r\ncontent-transfer-encoding: base64\r\n\r\n` +
    `["W10=","$F1"]\r\n--form-boundary--\r\n`;
  const readable = await readArguments({ method: "POST", headers }, Buffer.from(sent));
  const text = readable?.bytes.toString() ?? "";
  expect(text).not.toContain("$F1");
  expect(text).not.toMatch(/transfer-encoding/i);
  const read = new Response(text, { headers: { "content-type": readable?.contentType ?? "" } });
  expect([...(await read.formData())]).toEqual([["0", "[]"]]);
});
