"use client";

import { PageError } from "@/components/ui/page-error";
import "./globals.css";

type ErrorProps = { error: Error & { digest?: string } };

/** Stands in for the root layout itself, so it brings its own document. */
export default function GlobalError({ error }: ErrorProps) {
  return (
    <html lang="en">
      <body>
        <main className="px-4">
          <PageError digest={error.digest} onTryAgain={() => window.location.reload()} />
        </main>
      </body>
    </html>
  );
}
