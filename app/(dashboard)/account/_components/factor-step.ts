/** The step of switching a second factor on or off. Secrets shown once are stored only here. */
export type FactorStep =
  | { kind: "resting"; news: "turnedOn" | "turnedOff" | null }
  | { kind: "scanning"; secret: string; qrSvg: string }
  | { kind: "codes"; codes: string[]; isNew: boolean };
