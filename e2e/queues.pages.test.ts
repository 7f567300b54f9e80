import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { actionNamed, callAction, returned, Staff } from "./support/direct";
import { openAs, openPage, type PageOverHttp, words } from "./support/page-over-http";
import { fileRequest, withdrawRequest } from "./support/refund-request";

const linksOf = (page: PageOverHttp, navigation: string): HTMLElement[] =>
  within(page.getAllByRole("navigation", { name: navigation })[0] ?? page.document.body).getAllByRole("link");

test("a queue is for those who work in it, and its number is the only one in the menu", async () => {
  await fileRequest();
  expect((await openAs("support", "/queues?team=finance")).text).toContain("Only finance and admins");
  const ofSupport = linksOf(await openAs("support", "/queues"), "Lists of work").map(words);
  expect(ofSupport).toEqual([expect.stringMatching(/^For you/), expect.stringMatching(/^Support/)]);
  const finance = await openAs("finance", "/queues");
  const counted = linksOf(finance, "Main").filter((link) => /\d/.test(words(link)));
  expect(counted.map(words)).toEqual([expect.stringMatching(/^To do.*\d+ waiting for you/)]);
  const [count] = counted.map((link) => within(link).getByText(/^\d+$/).textContent);
  const [forYou] = linksOf(finance, "Lists of work").map(words);
  expect(forYou).toMatch(new RegExp(`^For you ?${String(count)}$`));
});

test("an item's own page says who has it; support sees that and cannot change it", async () => {
  const { requestId } = await fileRequest();
  const panelOf = async (role: "finance" | "support"): Promise<HTMLElement> =>
    (await openAs(role, `/requests/${requestId}`)).getByRole("region", { name: "To do" });
  const panel = await panelOf("finance");
  expect(words(panel)).toContain("Assigned to nobody.");
  within(panel).getByRole("button", { name: "Assign to you" });
  expect(within(panel).getByRole("link", { name: "List of finance" }).getAttribute("href")).toBe(
    "/queues?team=finance&state=open",
  );
  const ofSupport = await panelOf("support");
  expect(words(ofSupport)).toContain("Assigned to nobody.");
  expect(within(ofSupport).queryByRole("button")).toBeNull();
});

test("an item that ends is among the resolved ones of the person who had it", async () => {
  const filed = await fileRequest();
  const { reference, requestId } = filed;
  const people = new Staff();
  const { cookie, userId } = await people.newcomer("finance");
  await people.db.end();
  const item = { kind: "request", itemId: requestId, version: 0, mark: "requested", personId: userId };
  const taken = await callAction(actionNamed("assignWorkAction"), cookie, { input: item });
  expect(JSON.parse(returned(taken))).toMatchObject({ kind: "done" });
  const own = await openPage("/queues", { cookie });
  within(own.getByRole("row", { name: new RegExp(reference) })).getByText("You");
  expect(own.queryByRole("list", { name: "Resolved items" })).toBeNull();
  await withdrawRequest(filed);
  const page = await openPage("/queues", { cookie });
  expect(page.queryByRole("row", { name: new RegExp(reference) })).toBeNull();
  within(page.getByRole("list", { name: "Resolved items" })).getByRole("link", { name: reference });
});
