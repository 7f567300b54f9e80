/** The browser of the end-to-end tests; null when there is none. */
export function findChromium(): string | null;

/** Finds the browser or installs it. Returns its path, or one line that says what to do. */
export function ensureChromium(): { path: string } | { problem: string };
