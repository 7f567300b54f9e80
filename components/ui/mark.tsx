/** The product's logo. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={className}>
      <rect width="32" height="32" rx="7" className="fill-accent-solid" />
      <path
        d="M10 24V8h7a5.25 5.25 0 0 1 0 10.5h-7"
        className="fill-none stroke-on-solid"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
