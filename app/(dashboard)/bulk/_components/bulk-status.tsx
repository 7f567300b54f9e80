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
import type { BulkRowState, BulkRunState } from "@/lib/bulk";

type Look = { tone: StatusTone; icon: LucideIcon };

const RUN_LOOKS: Record<BulkRunState, Look> = {
  checking: { tone: "accent", icon: LoaderCircle },
  checked: { tone: "accent", icon: ListChecks },
  awaiting_approval: { tone: "warning", icon: ShieldCheck },
  running: { tone: "accent", icon: Send },
  paused: { tone: "warning", icon: CirclePause },
  stopped: { tone: "neutral", icon: CircleStop },
  ended: { tone: "success", icon: Check },
  discarded: { tone: "neutral", icon: Archive },
};

const ROW_LOOKS: Record<BulkRowState, Look> = {
  unchecked: { tone: "neutral", icon: CircleDashed },
  problem: { tone: "warning", icon: TriangleAlert },
  likely_duplicate: { tone: "warning", icon: Copy },
  ready: { tone: "accent", icon: ListChecks },
  sending: { tone: "accent", icon: Send },
  done: { tone: "success", icon: Check },
  refused: { tone: "danger", icon: CircleX },
  unknown: { tone: "warning", icon: CircleHelp },
  not_sent: { tone: "neutral", icon: CircleSlash },
  skipped: { tone: "neutral", icon: SkipForward },
};

export function BulkRunStatus({ state, word }: { state: BulkRunState; word: string }) {
  return <Status {...RUN_LOOKS[state]} word={word} />;
}

export function BulkRowStatus({ state, word }: { state: BulkRowState; word: string }) {
  return <Status {...ROW_LOOKS[state]} word={word} />;
}
