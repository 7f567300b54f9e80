import { expect, test } from "vitest";
import { StartupError } from "@/server/platform/lifecycle";
import { readStartArguments } from "./arguments";

test("a start is a sandbox, and for real money only by the word in full", () => {
  expect(readStartArguments([])).toEqual({ isProduction: false });
  expect(readStartArguments(["--production"])).toEqual({ isProduction: true });
  for (const args of [["--prod"], ["production"], ["--production", "--production"], [""]])
    expect(() => readStartArguments(args), args.join(" ")).toThrow(StartupError);
});
