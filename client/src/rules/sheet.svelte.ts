// The rules of the game on the table, opened over it without leaving it.

class RulesSheet {
  /** The game of the table that is open; null on other pages. */
  game = $state<string | null>(null);
  /** The rule that is looked up, or "" for the whole book; null while the sheet is closed. */
  rule = $state<string | null>(null);

  /** To be called for a click on a link to the rules: opens the sheet if there is a table. */
  follow(event: MouseEvent, rule = ""): void {
    if (this.game === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.rule = rule;
  }
}

export const rulesSheet = new RulesSheet();
