type Pasted = { owner: string; text: string };

/**
 * Lines pasted into the search field, until the page that looks them up is open for the same person. Only in memory: they
 * may be contacts.
 */
let pasted: Pasted | null = null;

export function keepPastedLines(lines: Pasted): void {
  pasted = lines;
}

export function takePastedLines(owner: string): string {
  const text = pasted?.owner === owner ? pasted.text : "";
  pasted = null;
  return text;
}
