"use client";

import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Dialog } from "@/components/ui/dialog";
import { fetchOutcome } from "@/components/live/fetch-view";
import { usePageRead } from "@/components/live/use-page-read";
import { lazyPart, type LazyState, prefetchPart, useLazyPart } from "@/components/ui/lazy-part";
import { Notice } from "@/components/ui/notice";
import { useOwner } from "@/components/ui/page-account";
import { PartFailed } from "@/components/ui/part-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { useRouter } from "@/components/ui/use-router";
import type { OpsResult } from "@/lib/contract/ops";
import type { WireRule } from "@/lib/contract/rules/rule";
import { withoutIsolates } from "@/lib/direction";
import type { OpsFault, OpsRead } from "@/lib/ops-outcomes";
import { paths } from "@/lib/paths";
import { inOrderOf, mergeRules } from "@/lib/rules/merge";
import { freeRuleId, insertRule, moveRule } from "@/lib/rules/order";
import { ConflictNotice } from "./conflict-notice";
import { DraftBar } from "./draft-bar";
import { MergedNotice } from "./merged-notice";
import { faultsOfRules, openProblems } from "./faults";
import { RuleCard } from "./rule-card";
import type { SaveDialogProps } from "./save-dialog";
import { SavedNotice } from "./saved-notice";
import type { StartExperimentDialogProps } from "./start-experiment-dialog";
import { type StartedExperiment, StartedNotice } from "./started-notice";
import { TryPanel } from "./try-panel";
import { type RulesDraft, useRulesDraft } from "./use-rules-draft";

/** Most visits only read the rules. */
const savePart = lazyPart(() => import("./save-dialog").then((module) => module.SaveDialog));
const startPart = lazyPart(() =>
  import("./start-experiment-dialog").then((module) => module.StartExperimentDialog),
);

/** Receives focus after a refused save. */
const FAULTY = "[aria-invalid=true]";

type Current = OpsResult<"rules.current">;

export type RulesEditorProps = {
  current: Current;
  gateways: readonly string[] | null;
  userId: string;
};

/** The outcome of the last action on the whole set; it stays until the next one. */
type EditorNotice =
  | { kind: "saved"; saved: OpsResult<"rules.save"> }
  | { kind: "started"; started: StartedExperiment }
  | { kind: "merged"; version: number; clashes: readonly string[]; hasOrderClash: boolean }
  | { kind: "unread" }
  | null;

/** The rules in force with the draft's changes; nothing applies until it is saved. */
export function RulesEditor({
  current,
  gateways,
  userId,
  initial,
}: RulesEditorProps & { initial: RulesDraft }) {
  const t = useTranslations("rules");
  const router = useRouter();
  const state = useRulesDraft(useOwner(userId), initial);
  const { draft, changes, count, faults } = state;
  const { rules } = draft;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [isSaving, setIsSaving] = useState(false);
  const [isStarting, setIsStarting] = useState(false);
  const [notice, setNotice] = useState<EditorNotice>(null);
  const [spoken, setSpoken] = useState("");
  const { read: readCurrent } = usePageRead();
  const [read, setRead] = useState<{ after: Current; value: Current } | null>(null);
  const list = useRef<HTMLOListElement>(null);
  // The one read last, not the higher number: after a restore the version in force can be lower than the one known
  // before.
  const newest = read !== null && read.after === current ? read.value : current;
  const problems = openProblems(newest, rules);
  const shown = faults.length > 0 ? faults : problems;
  const hasConflict = newest.version !== draft.base.version;

  const openForm = (id: string): void => setOpen((known) => new Set([...known, id]));
  const add = (rule: Omit<WireRule, "id" | "priority">, afterId: string | null): void => {
    const id = freeRuleId(rules, rule.name);
    state.edit(insertRule(rules, { ...rule, id, priority: 0 }, afterId));
    openForm(id);
    setNotice(null);
  };
  const takeFaults = (found: readonly OpsFault[]): void => {
    const ofRules = faultsOfRules(found, rules);
    state.setFaults(ofRules);
    setOpen((known) => new Set([...known, ...ofRules.map(({ ruleId }) => ruleId)]));
  };
  const readAgain = async (): Promise<void> => {
    const response = await readCurrent((signal) =>
      fetchOutcome<OpsRead<{ current: Current }>>(paths.api.currentRules(), signal).catch(
        () => ({ kind: "lost" }) as const,
      ),
    );
    if (response === null) return;
    if (response.kind === "found") setRead({ after: current, value: response.value.current });
    else setNotice({ kind: "unread" });
  };
  const merge = (): void => {
    const merged = mergeRules(draft.base.rules, rules, newest.rules);
    const names = merged.rules.filter(({ id }) => merged.clashes.includes(id)).map(({ name }) => name);
    state.rebase(newest, merged.rules);
    const hasOrderClash = merged.isOrderClash;
    setNotice({ kind: "merged", version: newest.version, clashes: names, hasOrderClash });
  };

  return (
    <div className="grid gap-x-6 gap-y-6 xl:grid-cols-[minmax(0,1fr)_24rem] xl:items-start">
      <div className="min-w-0 space-y-3">
        {hasConflict && <ConflictNotice base={draft.base} newer={newest} onMerge={merge} />}
        {notice?.kind === "saved" && <SavedNotice saved={notice.saved} />}
        {notice?.kind === "started" && <StartedNotice started={notice.started} />}
        {notice?.kind === "merged" && (
          <MergedNotice
            version={notice.version}
            clashes={notice.clashes}
            onTakeOrder={
              !notice.hasOrderClash
                ? null
                : () => {
                    state.edit(inOrderOf(newest.rules, rules));
                    setNotice({ ...notice, hasOrderClash: false });
                  }
            }
          />
        )}
        {notice?.kind === "unread" && <Notice tone="warning" role="alert" title={t("conflict.failed")} />}
        {faults.length > 0 && (
          <Notice tone="danger" role="alert" title={t("draft.faults", { count: faults.length })} />
        )}
        {faults.length === 0 && problems.length > 0 && (
          <Notice tone="warning" title={t("problems", { count: problems.length })}>
            <p>{t("problemsBody")}</p>
          </Notice>
        )}
        <p role="status" className="sr-only">
          {spoken}
        </p>
        {rules.length === 0 && <EmptyState title={t("none")}>{t("noneBody")}</EmptyState>}
        <ol ref={list} tabIndex={-1} aria-label={t("list")} className="space-y-3 outline-none">
          {rules.map((rule, index) => (
            <RuleCard
              key={rule.id}
              rule={rule}
              place={index + 1}
              count={rules.length}
              gateways={gateways}
              faults={shown.filter(({ ruleId }) => ruleId === rule.id)}
              isEdited={open.has(rule.id)}
              badge={
                changes.added.some(({ id }) => id === rule.id)
                  ? "added"
                  : changes.changed.some(({ after }) => after.id === rule.id)
                    ? "changed"
                    : null
              }
              actions={{
                move: (by) => {
                  const place = index + 1 + by;
                  if (place < 1 || place > rules.length) return;
                  state.edit(moveRule(rules, rule.id, by));
                  setSpoken(t("card.moved", { name: rule.name, place, count: rules.length }));
                },
                toggleForm: () =>
                  open.has(rule.id)
                    ? setOpen(new Set([...open].filter((id) => id !== rule.id)))
                    : openForm(rule.id),
                copy: () =>
                  add({ ...rule, name: withoutIsolates(t("copyName", { name: rule.name })) }, rule.id),
                turn: () => replace({ ...rule, active: !rule.active }),
                remove: () => {
                  state.edit(
                    rules.filter(({ id }) => id !== rule.id),
                    rule.id,
                  );
                  setSpoken(t("card.removed", { name: rule.name }));
                  list.current?.focus();
                },
                change: replace,
              }}
            />
          ))}
        </ol>
        <Button
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() =>
            add({ name: t("newName"), active: true, conditions: null, target: firstTarget(gateways) }, null)
          }
        >
          {t("add")}
        </Button>
        <DraftBar
          count={count}
          onDiscard={() => {
            state.rebase(newest);
            setOpen(new Set());
            setNotice(null);
          }}
          onSave={() => setIsSaving(true)}
          onRunInShadow={() => setIsStarting(true)}
          onNear={() => {
            prefetchPart(savePart);
            prefetchPart(startPart);
          }}
          canSave={!hasConflict}
        />
      </div>
      <TryPanel rules={rules} onFaults={takeFaults} />
      {isStarting && (
        <StartExperiment
          draft={draft}
          changes={changes}
          onStarted={(started) => {
            setIsStarting(false);
            setOpen(new Set());
            state.rebase(newest);
            // The warnings of its rules are of no other page.
            if (started.warnings.length > 0) setNotice({ kind: "started", started });
            else router.push(paths.ruleExperiments());
          }}
          onFaults={(found) => {
            setIsStarting(false);
            takeFaults(found);
            requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(FAULTY)?.focus());
          }}
          onClose={() => setIsStarting(false)}
        />
      )}
      {isSaving && (
        <Save
          draft={draft}
          changes={changes}
          onSaved={(saved) => {
            setIsSaving(false);
            setOpen(new Set());
            setNotice({ kind: "saved", saved });
            setRead({ after: current, value: saved });
            state.rebase(saved);
            router.refresh();
          }}
          onFaults={(found) => {
            setIsSaving(false);
            takeFaults(found);
            requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(FAULTY)?.focus());
          }}
          onConflict={() => {
            setIsSaving(false);
            void readAgain();
          }}
          onClose={() => setIsSaving(false)}
        />
      )}
    </div>
  );

  function replace(next: WireRule): void {
    state.edit(
      rules.map((rule) => (rule.id === next.id ? next : rule)),
      next.id,
    );
    setNotice(null);
  }
}

function Save(props: SaveDialogProps) {
  const t = useTranslations("rules.save");
  const dialog = useLazyPart(savePart);
  if (dialog.kind === "ready") return <dialog.part {...props} />;
  return <LoadingDialog title={t("title")} dialog={dialog} onClose={props.onClose} />;
}

function StartExperiment(props: StartExperimentDialogProps) {
  const t = useTranslations("rules.experiments");
  const dialog = useLazyPart(startPart);
  if (dialog.kind === "ready") return <dialog.part {...props} />;
  return <LoadingDialog title={t("startTitle")} dialog={dialog} onClose={props.onClose} />;
}

type LoadingDialogProps = {
  title: string;
  dialog: Exclude<LazyState<unknown>, { kind: "ready" }>;
  onClose: () => void;
};

function LoadingDialog({ title, dialog, onClose }: LoadingDialogProps) {
  return (
    <Dialog title={title} onDismiss={onClose}>
      {dialog.kind === "failed" ? (
        <PartFailed onTryAgain={dialog.tryAgain} />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Dialog>
  );
}

function firstTarget(gateways: readonly string[] | null): WireRule["target"] {
  return { kind: "gateway", gateway: gateways?.[0] ?? "" };
}
