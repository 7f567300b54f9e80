"use client";

import { useEffect, useState } from "react";
import { useRouter } from "@/components/ui/use-router";

/** Reads the page again once a polled value has changed: what the server rendered beside it depends on it. */
export function useRefreshOnChange(value: string | undefined): void {
  const router = useRouter();
  const [first] = useState(value);
  useEffect(() => {
    if (value !== first) router.refresh();
  }, [value, first, router]);
}
