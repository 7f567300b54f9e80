import { describe, expect, test } from "vitest";
import { mentionsIn } from "./mentions";

const asha = { personId: "1", name: "Asha Rao" };
const short = { personId: "2", name: "Asha" };

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

test("a mention is found after a letter that is longer in lower case", () => {
  expect(mentionsIn("İİ @Asha", [short])).toEqual([{ at: 3, length: 5, personId: "2" }]);
});
