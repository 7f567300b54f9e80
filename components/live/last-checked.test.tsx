import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MessagesProvider } from "@/components/i18n/messages-provider";
import { CATALOGUES } from "@/lib/messages";
import { LastChecked } from "./last-checked";

function paint(lastFetchMs: number): string {
  return renderToStaticMarkup(
    <MessagesProvider locale="en" messages={CATALOGUES.en}>
      <LastChecked lastFetchMs={lastFetchMs} nextFetchMs={null} onRefresh={() => undefined} />
    </MessagesProvider>,
  );
}

test("before the first fetch has ended, the line names no time of a check", () => {
  expect(paint(0)).toContain("Not checked yet");
});

test("the server's render of what was just fetched says so", () => {
  expect(paint(1_764_062_400_000)).toContain("Checked just now");
});

test("the line that ticks is out of the live region around it", () => {
  expect(paint(1_764_062_400_000)).toContain('<p aria-live="off"');
});
