import { describe, expect, test } from "vitest";
import { hasCardNumber, mentionsIn, noteParts } from "./note-text";

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

test("every character of the text is in one part", () => {
  const text = `@Asha Rao and @asha: ${TXN}${RFD} @Asha`;
  const parts = noteParts(text, [asha, short]);
  expect(parts.map((part) => part.text).join("")).toBe(text);
});

describe("mentions", () => {
  const idsOf = (text: string) => mentionsIn(text, [short, asha]).map(({ personId }) => personId);
  test.each([
    ["@Asha Rao, please look", ["1"]],
    ["please @ASHA rao", ["1"]],
    ["@Asha please", ["2"]],
    ["@Asha and @Asha Rao", ["2", "1"]],
    ["mail asha@Asha", []],
    ["@Ashamed", []],
    ["Asha Rao", []],
    ["@", []],
  ])("%s", (text, expected) => expect(idsOf(text)).toEqual(expected));
});

describe("card numbers", () => {
  test.each([
    "4111111111111111",
    "card 4111 1111 1111 1111 of the customer",
    "5555-5555-5555-4444.",
    "378282246310005",
    "４１１１１１１１１１１１１１１１",
  ])("%s", (text) => expect(hasCardNumber(text)).toBe(true));
  test.each([
    "4111111111111112",
    "ORDER4111111111111111",
    TXN,
    RFD,
    "98765 43210",
    "UTR 412345678901",
    "card ••1111",
  ])("none: %s", (text) => expect(hasCardNumber(text)).toBe(false));
});
