import { expect, test } from "vitest";
import { StartupError } from "@/server/platform/lifecycle";
import { readStartArguments } from "./arguments";

test("a start is a sandbox, and for real money only by the word in full", () => {
  expect(readStartArguments([], {})).toEqual({ isProduction: false });
  expect(readStartArguments(["--production"], {})).toEqual({ isProduction: true });
  for (const args of [["--prod"], ["production"], ["--production", "--production"], [""]])
    expect(() => readStartArguments(args, {}), args.join(" ")).toThrow(StartupError);
});

test("npm start --production, which npm turns into NODE_ENV alone, starts no sandbox", () => {
  const byNpm = { npm_lifecycle_event: "start", NODE_ENV: "production" };
  expect(() => readStartArguments([], byNpm)).toThrow("npm start -- --production");
  expect(readStartArguments(["--production"], byNpm)).toEqual({ isProduction: true });
  // The image and the units set NODE_ENV, and run a release without npm.
  expect(readStartArguments([], { NODE_ENV: "production" })).toEqual({ isProduction: false });
});
