import { expect, test } from "vitest";
import { DEMO_DAYS, planPayments } from "./plan";
import { createProgress } from "./progress";
import { DemoRandom } from "./random";

const END = new Date("2026-11-20T12:00:00Z");
const DAY_MS = 24 * 60 * 60_000;
const plan = planPayments(20_000, END, new DemoRandom(1));

const countOf = (belongs: (hour: number, weekday: number) => boolean): number =>
  plan.filter(({ at }) => {
    const there = new Date(at.getTime() + 5.5 * 60 * 60_000);
    return belongs(there.getUTCHours(), there.getUTCDay());
  }).length;

test("the payments lie within the half year, in the order of their time", () => {
  expect(plan).toHaveLength(20_000);
  const times = plan.map(({ at }) => at.getTime());
  expect(times).toEqual([...times].sort((one, other) => one - other));
  expect(times[0]).toBeGreaterThanOrEqual(END.getTime() - DEMO_DAYS * DAY_MS);
  expect(times.at(-1)).toBeLessThan(END.getTime());
});

test("more is bought in the evening than at night, and on Saturdays than on Mondays", () => {
  expect(countOf((hour) => hour === 20)).toBeGreaterThan(5 * countOf((hour) => hour === 3));
  expect(countOf((_, weekday) => weekday === 6)).toBeGreaterThan(
    1.3 * countOf((_, weekday) => weekday === 1),
  );
});

test("references are unique, and the same seed plans the same payments", () => {
  expect(new Set(plan.map(({ reference }) => reference)).size).toBe(plan.length);
  expect(planPayments(200, END, new DemoRandom(7))).toEqual(planPayments(200, END, new DemoRandom(7)));
});

test("only payments that shall fail have an amount that the simulator fails", () => {
  for (const { amountPaise, fate } of plan) {
    const paise = amountPaise % 100n;
    if (fate === "not_opened") expect(paise).toBe(94n);
    else if (fate !== "declined") expect(paise).toBe(0n);
  }
});

test("only a card pays in another currency or has expired", () => {
  for (const { amountPaise, currency, method } of plan) {
    if (currency !== "INR" || amountPaise % 100n === 83n) expect(method).toMatch(/^(CC|DC|EMI)$/);
  }
});

test("a phone number is what the API takes, which the use cases do not check again", () => {
  for (const { customer } of plan) expect(customer.phone).toMatch(/^[0-9]{12}$/);
});

test("without a terminal the progress is a line for each tenth", () => {
  const lines: string[] = [];
  const progress = createProgress(200, { write: (text: string) => lines.push(text) });
  progress.name("payments");
  for (let done = 0; done < 200; done += 1) progress.add(1);
  progress.end();
  expect(lines).toHaveLength(12);
  expect(lines[1]).toBe(" 10 %  payments\n");
  expect(lines.at(-1)).toBe("100 %  done\n");
});
