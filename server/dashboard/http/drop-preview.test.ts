import { expect, test } from "vitest";
import { dropPreview } from "./drop-preview";

test("nobody outside can claim to preview drafts or to renew cached pages", () => {
  const headers = {
    cookie: "a=1;__prerender_bypass=0000; b=__prerender_bypass; __next_preview_data=x",
    "x-prerender-revalidate": "0000",
    "x-next-revalidate-tag-token": "0000",
    "x-next-revalidated-tags": "payments",
    accept: "text/html",
  };
  dropPreview(headers);
  expect(headers).toEqual({ cookie: "a=1; b=__prerender_bypass", accept: "text/html" });
});
