import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";

test.each(["server/routing/store/migrations", "server/dashboard/store/migrations"])(
  "each migration of %s has a number of its own, so that all databases run them in one order",
  (folder) => {
    const numbers = readdirSync(join(projectRoot(), folder)).map((file) => file.slice(0, 4));
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  },
);
