// The analysis as a file that needs nothing from elsewhere.

import { call } from "../api/client";
import { words } from "../words/words.svelte";

export async function saveAnalysis(table: string): Promise<void> {
  const { name, html } = await call("get_study_report", { params: { table }, query: { language: words.language } });
  const file = URL.createObjectURL(new Blob([html], { type: "text/html" }));
  const link = document.createElement("a");
  link.href = file;
  link.download = name;
  link.click();
  URL.revokeObjectURL(file);
}
