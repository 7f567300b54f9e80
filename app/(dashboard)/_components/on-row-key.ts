import type { RowKey } from "./row-keys";

/**
 * Letters that act on the rows of the page; whether the key is one. Not below an open menu. What they do is loaded with
 * the first of them.
 */
export function onRowKey(key: string): boolean {
  if (!isRowKey(key) || document.querySelector(":popover-open") !== null) return false;
  import("./row-keys").then(
    ({ act }) => act(key),
    () => undefined,
  );
  return true;
}

function isRowKey(key: string): key is RowKey {
  return [".", "j", "k", "r", "c", "a", "w", "e", "n"].includes(key);
}
