"use client";

import { useState } from "react";
import { LinesForm } from "@/components/payments/lines-form";
import type { AccountLines, FindLinesOfAllOutcome, LinesReading } from "@/lib/all-accounts/views";
import { linesOf } from "@/lib/payments/lines-view";
import { mayBeContact } from "@/lib/payments/search-terms";
import { findLinesOfAllAction } from "../search/actions";
import { LinesOfAll } from "./lines-of-all";

type Found = Extract<FindLinesOfAllOutcome, { kind: "done" }>;
type Result = Pick<Found, "lines" | "personId"> & { search: number; parts: readonly AccountLines[] };

/**
 * `given`: a reference from the address, which is looked up at once; a contact or several lines only when the person says
 * so, because anybody can write a link, and audit logs name who searched for a contact.
 */
export function SearchAll({ max, given }: { max: number; given: string }) {
  const [result, setResult] = useState<Result | null>(null);

  const onFound = ({ lines, personId, accounts }: Found, _text: string, isLatest: () => boolean): void => {
    setResult((before) => ({
      lines,
      personId,
      search: (before?.search ?? 0) + 1,
      parts: accounts.map(({ account, role }) => ({ account, role, reading: null })),
    }));
    const show = (index: number, reading: LinesReading): void => {
      if (isLatest()) setResult((shown) => shown && withReading(shown, index, reading));
    };
    for (const [index, { reading }] of accounts.entries()) {
      reading.then(
        (read) => show(index, read),
        // The connection broke before this account had answered.
        () => show(index, { kind: "failed" }),
      );
    }
  };

  return (
    <div className="space-y-4">
      <LinesForm
        max={max}
        initial={given}
        isSearchedAtOnce={linesOf(given).length === 1 && !mayBeContact(given)}
        find={findLinesOfAllAction}
        onFound={onFound}
      />
      {result !== null && (
        // What was chosen in one search is not chosen in the next.
        <LinesOfAll key={result.search} {...result} />
      )}
    </div>
  );
}

function withReading(result: Result, index: number, reading: LinesReading): Result {
  return { ...result, parts: result.parts.map((part, at) => (at === index ? { ...part, reading } : part)) };
}
