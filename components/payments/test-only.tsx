"use client";

import { createContext, type ReactNode, use } from "react";

const IsTestOnly = createContext(false);

/** Whether the page says once, at its top, that no money moves for its account (0410): no record needs a badge then. */
export const useIsTestOnly = (): boolean => use(IsTestOnly);

export function TestOnlyProvider({ isTestOnly, children }: { isTestOnly: boolean; children: ReactNode }) {
  return <IsTestOnly value={isTestOnly}>{children}</IsTestOnly>;
}
