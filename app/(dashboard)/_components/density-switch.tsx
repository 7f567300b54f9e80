"use client";

import { Rows3, Rows4 } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { DENSITIES } from "@/components/ui/density";
import { Segmented } from "@/components/ui/segmented";
import { useAppearance } from "./use-appearance";

const ICONS = { comfortable: Rows3, compact: Rows4 } as const;

export function DensitySwitch() {
  const t = useTranslations("navigation");
  const { density, chooseDensity } = useAppearance();
  return (
    <Segmented
      legend={t("density.legend")}
      name="density"
      value={density}
      onChoose={chooseDensity}
      options={DENSITIES.map((option) => ({
        value: option,
        label: t(`density.${option}`),
        icon: ICONS[option],
      }))}
    />
  );
}
