"use client";

import { Rows3, Rows4 } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { DENSITIES } from "./density";
import { Segmented } from "./segmented";
import { useAppearance } from "./use-appearance";

const ICONS = { comfortable: Rows3, compact: Rows4 } as const;

/** Needs the messages of the area "navigation". `name` tells two on a page apart. */
export function DensitySwitch({ name }: { name: string }) {
  const t = useTranslations("navigation");
  const { density, chooseDensity } = useAppearance();
  return (
    <Segmented
      legend={t("density.legend")}
      name={name}
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
