import type { ReactNode } from "react";

type ExampleProps = {
  /** The component's name in the code, the same in every language. */
  component: string;
  state: string;
  children: ReactNode;
};

/** One state of one component, under its name. */
export function Example({ component, state, children }: ExampleProps) {
  return (
    // Keeps what a component fixes to the edge of the screen inside its example.
    <section className="mb-4" style={{ contain: "layout" }}>
      <h2 className="mb-1 text-xs text-ink-muted">
        <code className="font-mono" lang="en">
          {component}, {state}
        </code>
      </h2>
      {children}
    </section>
  );
}
