import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { openAs, type PageOverHttp, words } from "./support/page-over-http";
import { fileRequest } from "./support/refund-request";

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
