// Whether notices have been offered in this browser: once is enough.

const PLACE = "engineshed-notices-offered";

export function wasOffered(): boolean {
  try {
    return localStorage.getItem(PLACE) !== null;
  } catch {
    return true; // without storage, the offer would come again and again
  }
}

export function noteOffered(): void {
  localStorage.setItem(PLACE, "yes");
}
