import { expect, it } from "vitest";
import { endpointChanges } from "./endpoint-changes";
import type { EndpointTexts } from "./endpoint-fields";

const BEFORE: EndpointTexts = {
  url: "https://merchant.test/hook",
  description: "Orders",
  events: ["payment.succeeded", "payment.failed"],
};

it.each<Partial<EndpointTexts>>([
  {},
  { url: "https://merchant.test/other" },
  { description: "" },
  { events: ["payment.succeeded"] },
  { url: "https://merchant.test/other", description: "Returns" },
])("only the changed settings are sent: %o", (changes) => {
  expect(endpointChanges(BEFORE, { ...BEFORE, ...changes })).toEqual(changes);
});

it("two people who change different settings keep both changes", () => {
  const first = endpointChanges(BEFORE, { ...BEFORE, url: "https://merchant.test/new" });
  const second = endpointChanges(BEFORE, { ...BEFORE, events: ["payment.succeeded"] });
  expect({ ...BEFORE, ...first, ...second }).toEqual({
    url: "https://merchant.test/new",
    description: "Orders",
    events: ["payment.succeeded"],
  });
});
