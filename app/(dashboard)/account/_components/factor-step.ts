/** Where the person is on the way to a second factor, or away from it. What is shown once is kept only here. */
export type FactorStep =
  | { kind: "resting"; news: "turnedOn" | "turnedOff" | null }
  | { kind: "scanning"; secret: string; qrSvg: string }
  | { kind: "codes"; codes: string[]; isNew: boolean };
