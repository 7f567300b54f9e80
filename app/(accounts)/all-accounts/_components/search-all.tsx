"use client";

import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { discardSearch, keepSearch, keptSearch } from "@/components/accounts/kept-search";
import { LinesForm } from "@/components/payments/lines-form";
import type { AccountLines, FindLinesOfAllOutcome, LinesReading } from "@/lib/all-accounts/views";
import { linesOf } from "@/lib/payments/lines-view";
import { mayBeContact } from "@/lib/payments/search-terms";
import { paths } from "@/lib/paths";
import { findLinesOfAllAction } from "../search/actions";
import { LinesOfAll } from "./lines-of-all";

type Found = Extract<FindLinesOfAllOutcome, { kind: "done" }>;
type Result = Pick<Found, "lines" | "personId"> & { search: number; parts: readonly AccountLines[] };

type SearchAllProps = {
  max: number;
  given: string;
  /** Whose lines the tab may keep. */
  viewerId: string;
};

/**
 * `given`: a reference from the address, which is looked up at once; a contact or several lines only when the person says
 * so, because anybody can write a link, and audit logs name who searched for a contact. Without a reference, the last
 * search of this tab is looked up again, so that the way back from a payment does not lose it (decision 0303).
 */
export function SearchAll({ max, given, viewerId }: SearchAllProps) {
  const t = useTranslations("allAccounts.search");
  const [result, setResult] = useState<Result | null>(null);
  const [leftOut, setLeftOut] = useState(0);
  const recalled = useRef<string | null>(null);

  const recall = (): string => {
    const kept = keptSearch(viewerId);
    recalled.current = kept?.lines.join("\n") ?? "";
    setLeftOut(kept?.leftOut ?? 0);
    return recalled.current;
  };
  const find = async (text: string): Promise<FindLinesOfAllOutcome> => {
    const outcome = await findLinesOfAllAction(text);
    if (outcome.kind === "empty") {
      discardSearch();
      setLeftOut(0);
    }
    return outcome;
  };
  const keep = (text: string, lines: readonly string[]): void => {
    const isInAddress = text === given && window.location.search !== "";
    if (isInAddress || text === recalled.current) return;
    recalled.current = null;
    setLeftOut(0);
    keepSearch(viewerId, lines);
    // The way back would look that up instead.
    if (given !== "") window.history.replaceState(null, "", paths.allAccountsSearch());
  };
  const onFound = ({ lines, personId, accounts }: Found, text: string, isLatest: () => boolean): void => {
    keep(text, lines);
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
        {...(given === "" && { recall })}
        find={find}
        onFound={onFound}
      />
      {leftOut > 0 && (
        <p role="status" className="max-w-2xl text-sm text-ink-muted">
          {t("notKept", { n: leftOut })}
        </p>
      )}
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
