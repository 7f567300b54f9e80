"use client";

import { useTranslations } from "use-intl/react";
import { durationOf } from "./duration";

/** Formats durations in the reader's language: "12 min". */
export function useDuration(): (ms: number) => string {
  const t = useTranslations("common");
  return (ms) => {
    const { unit, n } = durationOf(ms);
    return t(`duration.${unit}`, { n });
  };
}
