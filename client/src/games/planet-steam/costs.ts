// What things cost, in words.

import { t } from "../../words/words.svelte";
import { resourceName } from "./palette";

/** So many of each resource; those of which there are none are not told. */
export const goodsText = (goods: readonly number[]): string =>
  goods.flatMap((n, resource) => (n ? [t("planet-steam.goods", { n, resource: resourceName(resource) })] : [])).join(", ");
