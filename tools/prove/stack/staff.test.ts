import { expect, test } from "vitest";
import { resultOf } from "./staff";

test("what a server action returned is read from its answer", () => {
  const flight = '0:{"a":"$@1","f":"","b":"build"}\n1:{"kind":"accepted","refundId":"RFD1"}\n';
  expect(resultOf(flight)).toEqual({ kind: "accepted", refundId: "RFD1" });
});

test.each([
  ["an error", '0:{"a":"$@1","f":"","b":"build"}\n1:E{"digest":"1"}\n'],
  ["an answer that was cut off", '0:{"a":"$@1","f":"","b":"build"}\n1:{"kind":"acc'],
  ["a page of somebody else", "<html>502</html>"],
])("%s reveals nothing", (_what, flight) => {
  expect(resultOf(flight)).toBeNull();
});
