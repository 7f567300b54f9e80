type Duration = { name: string; seconds: number };
type Suite = {
  file?: string;
  suites?: Suite[];
  specs?: { tests: { results: { duration: number }[] }[] }[];
};

export function secondsLeft(
  stages: { name: string }[],
  before: Record<string, number>,
  atOnce: number,
): number | null;
export function slowestLines(files: Duration[]): string[];
export function durationsOfVitest(
  report: { testResults: { name: string; startTime: number; endTime: number }[] },
  nameOf: (path: string) => string,
): Duration[];
export function durationsOfPlaywright(report: { suites: Suite[] }): Duration[];
