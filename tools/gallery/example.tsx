import type { ReactNode } from "react";

type ExampleProps = {
  /** The component's name in the code, the same in every language. */
  component: string;
  state: string;
  /** The buttons that open a dialog, by their place among the example's buttons: the browser test opens each. */
  opens?: readonly number[];
  children: ReactNode;
};

/** One state of one component, under its name. */
export function Example({ component, state, opens = [], children }: ExampleProps) {
  return (
    // Keeps what a component fixes to the edge of the screen inside its example.
    <section className="mb-4" style={{ contain: "layout" }} data-opens-dialogs={opens.join(" ") || undefined}>
      <h2 className="mb-1 text-xs text-ink-muted">
        <code className="font-mono" lang="en">
          {component}, {state}
        </code>
      </h2>
      {children}
    </section>
  );
}
