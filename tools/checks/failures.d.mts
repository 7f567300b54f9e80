type VitestReport = {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};
type PlaywrightSuite = {
  file: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    tests: { status: string; results: { error?: { message?: string } }[] }[];
  }[];
};

type PlaywrightReport = { suites: PlaywrightSuite[]; errors: { message?: string }[] };

/** One entry for each failed test: its file and name, and the first lines of its message below. */
export function failuresOfVitest(report: VitestReport, root: string): string[];
export function failuresOutsideTests(errors: { name: string; message: string }[]): string[];
export function failuresOfPlaywright(report: PlaywrightReport): string[];
export function flakyOfPlaywright(report: PlaywrightReport): string[];
export function entry(name: string, message?: string): string;
