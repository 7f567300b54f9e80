/**
 * Runs stages, `atOnce` beside each other, each the first of the list that may start: not before the stages that it `needs`
 * and comes `after`, where these are in the list, have ended.
 */
export async function takeFrom(stages, atOnce, run) {
  const waiting = [...stages];
  const unended = new Set(stages.map(({ name }) => name));
  const running = new Set();
  while (unended.size > 0) {
    const next = waiting.findIndex(({ needs, after }) => !unended.has(needs) && !unended.has(after));
    if (next === -1 || running.size === atOnce) {
      if (running.size === 0) throw new Error(`These stages wait for each other: ${[...unended].join(", ")}`);
      await Promise.race(running);
      continue;
    }
    const [stage] = waiting.splice(next, 1);
    const end = run(stage).then(() => {
      unended.delete(stage.name);
      running.delete(end);
    });
    running.add(end);
  }
}
