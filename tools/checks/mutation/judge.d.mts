export type MutationReport = {
  files: Record<
    string,
    {
      source: string;
      mutants: readonly {
        status: string;
        mutatorName: string;
        replacement?: string;
        location: { start: Position; end: Position };
      }[];
    }
  >;
};
/** Both count from 1. */
type Position = { line: number; column: number };

export type Survivor = { file: string; status: string; line: number; code: string; replacement: string };

export type SubjectResult = {
  subject: string;
  mutants: number;
  killed: number;
  percent: number;
  survivors: Survivor[];
  holds: boolean;
};

export function judge(
  report: MutationReport,
  subjects: Record<string, readonly string[]>,
  goalPercent: number,
): { results: SubjectResult[]; holds: boolean };
