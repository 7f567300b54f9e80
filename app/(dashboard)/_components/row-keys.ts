export type RowKey = "." | "j" | "k" | "r" | "c" | "a" | "w" | "e" | "n";

/** What a key does to the rows and the payments of the page; nothing below a dialog that was opened meanwhile. */
export function act(key: RowKey): void {
  if (document.querySelector("dialog[open]") !== null) return;
  if (key === "j" || key === "k") moveRow(key === "j" ? 1 : -1);
  else if (key === "r" || key === "c") pressAction(key);
  else if (key === ".")
    document.querySelector<HTMLButtonElement>('main button[aria-keyshortcuts="."]')?.click();
  else if (key === "n") document.querySelector<HTMLElement>('main textarea[aria-keyshortcuts="n"]')?.focus();
  else pressInRow(key);
}

/** What j and k walk through: the rows of lists, and the other attempts on a payment's page. */
const ROWS = "main tbody tr, main article:has(a[data-opens])";
/** Where Enter leads from a row with several links; without one, the first link. */
const ROW_LINK = "a[data-opens]";

/** Focuses the link of the next or previous row. */
function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll(ROWS)].flatMap((row) => {
    const link = linkOf(row);
    return link === undefined ? [] : [{ row, link }];
  });
  const here = rows.findIndex(({ row }) => row.contains(document.activeElement));
  const next = here === -1 ? (step === 1 ? 0 : rows.length - 1) : here + step;
  const { link } = rows[Math.min(Math.max(next, 0), rows.length - 1)] ?? {};
  link?.focus();
  link?.scrollIntoView({ block: "nearest" });
}

function linkOf(row: Element): HTMLAnchorElement | undefined {
  const links = [...row.querySelectorAll<HTMLAnchorElement>("a[href]")].filter((link) =>
    link.checkVisibility(),
  );
  return links.find((link) => link.matches(ROW_LINK)) ?? links[0];
}

/**
 * Presses the button of this key at the payment that has focus, else the only one of the page. A key never acts on
 * another payment than the one in focus, nor on one of several.
 */
function pressAction(key: "r" | "c"): void {
  const buttons = [
    ...document.querySelectorAll<HTMLButtonElement>(`main button[aria-keyshortcuts="${key}"]:enabled`),
  ].filter((button) => button.checkVisibility());
  const focused = document.activeElement?.closest("main article") ?? null;
  const near = focused === null ? buttons : buttons.filter((button) => focused.contains(button));
  const [button, ...others] = near;
  if (button === undefined || others.length > 0) return;
  // Focus returns to it when its dialog closes.
  button.focus();
  button.click();
}

/**
 * Presses the button of this key in the row that has focus, also in its closed menu: assign, wait, done. Without such a row
 * nothing happens.
 */
function pressInRow(key: "a" | "w" | "e"): void {
  const row = document.activeElement?.closest("main tbody tr");
  const button = [
    ...(row?.querySelectorAll<HTMLButtonElement>(`button[aria-keyshortcuts="${key}"]:enabled`) ?? []),
  ].find((candidate) => candidate.checkVisibility() || candidate.closest("[popover]") !== null);
  button?.focus();
  button?.click();
}
