/** The progress of a long operation, with the counts as text beside it. */
export function ProgressBar({ label, done, total }: { label: string; done: number; total: number }) {
  const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      className="h-2 overflow-hidden rounded-full bg-sunken forced-colors:border"
    >
      <div
        className="h-full rounded-full bg-accent-solid forced-color-adjust-none"
        style={{ width: `${String(percent)}%` }}
      />
    </div>
  );
}
