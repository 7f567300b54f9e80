"use client";

import { type ChangeEvent, useEffect, useRef } from "react";
import type { Column } from "./table";
import { WithActions } from "./to-selection";

/** Rows that are selected by their keys; `labelOf` names the checkbox of a row. */
export type Choice<Row> = {
  chosen: ReadonlySet<string>;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  onChoose: (chosen: ReadonlySet<string>) => void;
  labelAll: string;
  labelOf: (row: Row) => string;
};

/** The first column of a table whose rows can be selected; its heading selects all of them. */
export function choiceColumn<Row>(choice: Choice<Row>): Column<Row> {
  return {
    id: "choice",
    heading: <ChooseAll choice={choice} />,
    isChoice: true,
    cell: (row) => <ChooseOne row={row} choice={choice} />,
  };
}

function ChooseAll<Row>({ choice: { chosen, rows, keyOf, onChoose, labelAll } }: { choice: Choice<Row> }) {
  const box = useRef<HTMLInputElement>(null);
  const count = rows.filter((row) => chosen.has(keyOf(row))).length;
  const isAll = count > 0 && count === rows.length;
  const isSome = count > 0 && !isAll;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <label>
      <input
        ref={box}
        type="checkbox"
        aria-label={labelAll}
        checked={isAll}
        onChange={() => onChoose(new Set(isAll ? [] : rows.map(keyOf)))}
      />
    </label>
  );
}

/** The row of each table that was pressed last: Shift chooses from there on. */
const pressedLast = new WeakMap<Element, string>();

function ChooseOne<Row>({ row, choice }: { row: Row; choice: Choice<Row> }) {
  const { chosen, rows, keyOf, onChoose, labelOf } = choice;
  const key = keyOf(row);
  const toggle = ({ currentTarget: box, nativeEvent }: ChangeEvent<HTMLInputElement>): void => {
    const list = box.closest("table");
    const keys = rows.map(keyOf);
    const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
    const last = isRange && list !== null ? keys.indexOf(pressedLast.get(list) ?? key) : -1;
    const here = keys.indexOf(key);
    const from = last === -1 ? here : Math.min(last, here);
    const next = new Set(chosen);
    for (const each of keys.slice(from, Math.max(last, here) + 1))
      if (box.checked) next.add(each);
      else next.delete(each);
    if (list !== null) pressedLast.set(list, key);
    onChoose(next);
  };
  return (
    <WithActions isChosen={chosen.has(key)}>
      {/* With Shift a press would select the text in between. */}
      <label onMouseDown={(event) => event.shiftKey && event.preventDefault()}>
        <input type="checkbox" aria-label={labelOf(row)} checked={chosen.has(key)} onChange={toggle} />
      </label>
    </WithActions>
  );
}
