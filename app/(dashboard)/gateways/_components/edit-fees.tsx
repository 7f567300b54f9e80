"use client";

import { Pencil } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { lazyPart, prefetchPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { useRouter } from "@/components/ui/use-router";
import type { FeesDialogProps } from "./fees-dialog";

const dialogPart = lazyPart(() => import("./fees-dialog").then((module) => module.FeesDialog));

/** Opens the form for the fees of a gateway; the outcome stays beside its button. */
export function EditFees({ list }: { list: FeesDialogProps["list"] }) {
  const t = useTranslations("gateways.fees");
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const { gateway } = list;
  const close = (): void => {
    setIsOpen(false);
    router.refresh();
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <p role="status" className="text-sm text-success">
        {isDone && t("done", { gateway })}
      </p>
      <Button
        size="sm"
        icon={<Pencil aria-hidden className="size-3.5" />}
        aria-label={t("editOf", { gateway })}
        onPointerEnter={() => prefetchPart(dialogPart)}
        onClick={() => {
          setIsDone(false);
          setIsOpen(true);
        }}
      >
        {t("edit")}
      </Button>
      {isOpen && (
        <LazyDialog
          list={list}
          onSaved={() => {
            setIsDone(true);
            close();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

function LazyDialog(props: FeesDialogProps) {
  const t = useTranslations("gateways.fees");
  const part = useLazyPart(dialogPart);
  if (part.kind === "ready") return <part.part {...props} />;
  return (
    <Dialog
      title={t("dialogTitle", { gateway: props.list.gateway })}
      onDismiss={props.onClose}
      className="sm:max-w-2xl"
    >
      {part.kind === "failed" ? (
        <PartFailed onTryAgain={part.tryAgain} />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Dialog>
  );
}
