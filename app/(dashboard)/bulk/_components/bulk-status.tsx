import {
  Archive,
  Check,
  CircleDashed,
  CircleHelp,
  CirclePause,
  CircleSlash,
  CircleStop,
  CircleX,
  Copy,
  ListChecks,
  LoaderCircle,
  Send,
  ShieldCheck,
  SkipForward,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import { Status, type StatusTone } from "@/components/ui/status";
import {
  type BulkKind,
  type BulkRowState,
  type BulkRunState,
  type BulkRunView,
  openOutcomes,
} from "@/lib/bulk";

type Look = { tone: StatusTone; icon: LucideIcon };

/**
 * The status of a run. After sending all rows it ends only when their refunds are final, and says whether some failed. What no
 * service can tell is left to people.
 */
export type ShownState = BulkRunState | "settling" | "left_to_people" | "ended_with_failures";

export function shownStateOf(run: BulkRunView): ShownState {
  const { state, kind, counts } = run;
  if (state !== "ended") return state;
  if (openOutcomes(run) > 0) return "settling";
  if (run.leftToPeople > 0) return "left_to_people";
  // A lookup that found nothing is no failure.
  const failed = kind === "lookup" ? 0 : counts.failed + counts.refused + counts.not_sent;
  return failed > 0 ? "ended_with_failures" : state;
}

const RUN_LOOKS: Record<ShownState, Look> = {
  checking: { tone: "accent", icon: LoaderCircle },
  checked: { tone: "accent", icon: ListChecks },
  awaiting_approval: { tone: "warning", icon: ShieldCheck },
  running: { tone: "accent", icon: Send },
  paused: { tone: "warning", icon: CirclePause },
  stopped: { tone: "neutral", icon: CircleStop },
  settling: { tone: "accent", icon: LoaderCircle },
  left_to_people: { tone: "warning", icon: CircleHelp },
  ended: { tone: "success", icon: Check },
  ended_with_failures: { tone: "warning", icon: TriangleAlert },
  discarded: { tone: "neutral", icon: Archive },
};

const ROW_LOOKS: Record<BulkRowState, Look> = {
  unchecked: { tone: "neutral", icon: CircleDashed },
  problem: { tone: "warning", icon: TriangleAlert },
  likely_duplicate: { tone: "warning", icon: Copy },
  ready: { tone: "accent", icon: ListChecks },
  sending: { tone: "accent", icon: Send },
  accepted: { tone: "accent", icon: LoaderCircle },
  done: { tone: "success", icon: Check },
  failed: { tone: "danger", icon: CircleX },
  refused: { tone: "danger", icon: CircleX },
  unknown: { tone: "warning", icon: CircleHelp },
  not_sent: { tone: "neutral", icon: CircleSlash },
  skipped: { tone: "neutral", icon: SkipForward },
};

export function BulkRunStatus({ shown, word }: { shown: ShownState; word: string }) {
  return <Status {...RUN_LOOKS[shown]} word={word} />;
}

export function BulkRowStatus({ state, word }: { state: BulkRowState; word: string }) {
  return <Status {...ROW_LOOKS[state]} word={word} />;
}

/** The label of a row's state: what is done is refunded or cancelled. */
export function rowStateName(kind: BulkKind, state: BulkRowState): BulkRowState | "refunded" | "cancelled" {
  if (state !== "done") return state;
  return kind === "refund" ? "refunded" : kind === "cancel" ? "cancelled" : state;
}
