/** The browser of the end-to-end tests; null when there is none. */
export function findChromium(): string | null;

/** Finds or installs the browser. Returns its path, or one line that says what to do. */
export function ensureChromium(): { path: string } | { problem: string };
