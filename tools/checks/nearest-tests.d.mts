export const OF_FOLDERS: readonly { changed: RegExp; test: RegExp }[];

export function nearestTests(options: {
  changed: readonly string[];
  tests: readonly string[];
  read: (path: string) => string;
}): { own: string[]; importers: string[] };
