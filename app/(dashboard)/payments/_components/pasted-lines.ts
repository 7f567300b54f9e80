/** Lines pasted into the search field, until the page that looks them up is open. Only in memory: they may be contacts. */
let pasted = "";

export function keepPastedLines(text: string): void {
  pasted = text;
}

export function takePastedLines(): string {
  const text = pasted;
  pasted = "";
  return text;
}
