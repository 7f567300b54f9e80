// @vitest-environment happy-dom
import { act, useState } from "react";
import { expect, test } from "vitest";
import { mount } from "@/tools/testing/mounted";
import { choiceColumn } from "./choice-column";
import { DataTable } from "./table";

const ROWS = ["a", "b", "c", "d", "e"];

function List() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choice = choiceColumn<string>({
    chosen,
    rows: ROWS,
    keyOf: (row) => row,
    onChoose: setChosen,
    labelAll: "all",
    labelOf: (row) => row,
  });
  return <DataTable label="rows" columns={[choice]} rows={ROWS} rowKey={(row) => row} />;
}

const boxOf = (row: string): HTMLInputElement => {
  const box = document.querySelector<HTMLInputElement>(`input[aria-label="${row}"]`);
  if (box === null) throw new Error(`there is no row ${row}`);
  return box;
};
const press = (row: string, shiftKey = false): Promise<void> =>
  act(() => {
    boxOf(row).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey }));
    return Promise.resolve();
  });
const chosen = (): string => ROWS.filter((row) => boxOf(row).checked).join("");

test("with Shift, the rows from the one pressed last are selected, in either direction, or no longer", async () => {
  const page = await mount(<List />);
  await press("d");
  await press("b", true);
  expect(chosen()).toBe("bcd");
  await press("e");
  await press("c");
  expect(chosen()).toBe("bde");
  await press("e", true);
  expect(chosen()).toBe("b");
  await page.end();
});

test("the first row that is pressed with Shift is selected alone", async () => {
  const page = await mount(<List />);
  await press("c", true);
  expect(chosen()).toBe("c");
  await page.end();
});
