import { expect, test } from "vitest";
import { isolated, isolatedValues, withoutIsolates } from "./direction";

test("a text that could turn its surroundings is isolated, and no other one changes", () => {
  expect(isolated("محمد 123")).toBe("\u2068محمد 123\u2069");
  expect(isolated("שלום")).toBe("\u2068שלום\u2069");
  for (const plain of ["Asha", "आशा", "山田 (2)", "ORDER-1", ""]) expect(isolated(plain)).toBe(plain);
});

test("no mark of a text is obeyed, and none ends its isolation", () => {
  expect(isolated("a\u202eb")).toBe("\u2068aU+202Eb\u2069");
  expect(isolated("a\u2069 ط")).toBe("\u2068aU+2069 ط\u2069");
  expect(isolated("a\u2069b\u2068")).toBe("\u2068aU+2069bU+2068\u2069");
});

test("a sentence within a sentence keeps its isolates", () => {
  expect(isolated(`${isolated("طلب")} paid`)).toBe("\u2068\u2068طلب\u2069 paid\u2069");
  expect(withoutIsolates(isolated("طلب"))).toBe("طلب");
});

test("only texts among the values of a sentence are isolated", () => {
  const at = new Date(0);
  expect(isolatedValues({ name: "محمد", n: 2, at })).toEqual({ name: "\u2068محمد\u2069", n: 2, at });
});
