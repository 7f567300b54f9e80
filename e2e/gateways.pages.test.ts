import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { openAs, words } from "./support/page-over-http";

test("the sandbox's gateway is shown in use, with what it can do", async () => {
  const simulator = (await openAs("admin", "/gateways")).getByRole("region", { name: /^simulator/ });
  expect(words(simulator)).toContain("Active");
  expect(words(simulator)).toContain("UPI");
  expect(within(simulator).queryByRole("button", { name: /Resume/ })).toBeNull();
});
