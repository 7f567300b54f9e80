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
