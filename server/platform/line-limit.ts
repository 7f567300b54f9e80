const MOST_TEXTS = 100;

type Count = { passed: number; leftOut: number };

/**
 * Allows `most` lines with the same text in a time span. At its end, `tell` is called once for each text of which lines
 * were dropped.
 */
export class LineLimit {
  private readonly counts = new Map<string, Count>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly limit: { most: number; spanMs: number },
    private readonly report: (text: string, leftOut: number) => void,
  ) {}

  takes(text: string): boolean {
    this.timer ??= setTimeout(() => this.endSpan(), this.limit.spanMs).unref();
    const key = this.counts.has(text) || this.counts.size < MOST_TEXTS ? text : "";
    const count = this.counts.get(key) ?? { passed: 0, leftOut: 0 };
    this.counts.set(key, count);
    const passes = count.passed < this.limit.most;
    if (passes) count.passed += 1;
    else count.leftOut += 1;
    return passes;
  }

  private endSpan(): void {
    this.timer = null;
    const ended = [...this.counts];
    this.counts.clear();
    for (const [text, { leftOut }] of ended) if (leftOut > 0) this.report(text, leftOut);
  }
}
