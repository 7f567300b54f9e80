import { expect, test } from "vitest";
import { buildOnce } from "./routes";

test("what is built once is built again only after a failure", async () => {
  let builds = 0;
  const built = buildOnce(() => {
    builds += 1;
    return builds === 1
      ? Promise.reject(new Error("out of memory"))
      : Promise.resolve(`build ${String(builds)}`);
  });
  await expect(built()).rejects.toThrow("out of memory");
  expect(await Promise.all([built(), built()])).toEqual(["build 2", "build 2"]);
  expect(await built()).toBe("build 2");
});
