"use client";

import { useRouter } from "next/navigation";
import { startTransition } from "react";
import { PageError } from "@/components/ui/page-error";

type ErrorProps = { error: Error & { digest?: string }; reset: () => void };

/** Inside the frame: the navigation stays in reach. */
export default function DashboardError({ error, reset }: ErrorProps) {
  const router = useRouter();
  const tryAgain = (): void => {
    startTransition(() => {
      router.refresh();
      reset();
    });
  };
  return <PageError digest={error.digest} onTryAgain={tryAgain} />;
}
