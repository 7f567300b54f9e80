/** The browser of the end-to-end tests; null when there is none. */
export function findChromium(): string | null;

/** Finds or installs the browser and the fonts of its tests. Returns its path, or one line that says what to do. */
export function ensureChromium(): { path: string } | { problem: string };

/** Whether this browser has a font for each letter that the tests look at. */
export function drawsEveryLetter(path: string, env?: NodeJS.ProcessEnv): boolean;
