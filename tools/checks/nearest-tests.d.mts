export function nearestTests(options: {
  changed: readonly string[];
  tests: readonly string[];
  read: (path: string) => string;
}): { own: string[]; importers: string[] };
