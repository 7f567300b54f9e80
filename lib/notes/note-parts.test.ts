import { expect, test } from "vitest";
import { noteParts } from "./note-parts";

const TXN = "TXN202611250101010000001";
const RFD = "RFD202611250101010000001";
const asha = { personId: "1", name: "Asha Rao" };
const short = { personId: "2", name: "Asha" };

test("ids become links, in whatever case they are written; parts of longer words do not", () => {
  expect(noteParts(`See ${TXN}, then ${RFD.toLowerCase()}.`, [])).toEqual([
    { kind: "text", text: "See " },
    { kind: "transaction", text: TXN, id: TXN },
    { kind: "text", text: ", then " },
    { kind: "refund", text: RFD.toLowerCase(), id: RFD },
    { kind: "text", text: "." },
  ]);
  expect(noteParts(`x${TXN} ${TXN}9`, [])).toEqual([{ kind: "text", text: `x${TXN} ${TXN}9` }]);
});

test.each([
  ["see #ORD-1001.", "ORD-1001"],
  ["(#ORD/2026-11.7)", "ORD/2026-11.7"],
  ["#४५६", "४५६"],
  ["#TXN202611250101010000001", "TXN202611250101010000001"],
  ["#urgent", null],
  ["a#1", null],
  ["https://example.com/a#1", null],
  ["# 1", null],
  ["##1", null],
])("in %j the reference is %j", (text, expected) => {
  const found = noteParts(text, []).flatMap((part) => (part.kind === "reference" ? [part.reference] : []));
  expect(found).toEqual(expected === null ? [] : [expected]);
});

test.each([
  "#9876543210",
  "#+919876543210",
  "#(98765)43210",
  "#Mob.9876543210",
  "#९८७६५४३२१०",
  "#call9876543210",
])("%j may be a customer's phone number, which gets into no address (0246)", (text) =>
  expect(noteParts(`Call ${text}.`, []).map(({ kind }) => kind)).toEqual(["text"]),
);

test.each(["#priya1@example.com", "#1@example.com"])(
  "%j is an e-mail address, and no part of it a reference",
  (text) => expect(noteParts(`Write to ${text}.`, []).map(({ kind }) => kind)).toEqual(["text"]),
);

test("every character of the text is in one part", () => {
  const text = `@Asha Rao and @asha: ${TXN}${RFD} @Asha`;
  const parts = noteParts(text, [asha, short]);
  expect(parts.map((part) => part.text).join("")).toBe(text);
});
