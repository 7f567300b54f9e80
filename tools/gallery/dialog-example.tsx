"use client";

import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Example } from "./example";

type DialogExampleProps = {
  component: string;
  state: string;
  children: (close: () => void) => ReactNode;
};

/** A modal makes the page inert, so it opens with a button. */
export function DialogExample({ component, state, children }: DialogExampleProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Example component={component} state={state} opens={[0]}>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        <span lang="en">{component}</span>
      </Button>
      {isOpen && children(() => setIsOpen(false))}
    </Example>
  );
}

/** As a dialog does, around its content: the bar at its end reaches to the edges. */
export function InDialog({ children }: { children: ReactNode }) {
  return <div className="max-w-md rounded-lg border border-line bg-surface px-5 pt-3 pb-5">{children}</div>;
}
