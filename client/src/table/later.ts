// Parts of a table that many people do without for a while. They are fetched when one of them is needed, or else when the
// board has been drawn and the browser has nothing better to do.

export const later = {
  asked: () => import("../pages/Asked.svelte"),
  card: () => import("../pages/ExplainingCard.svelte"),
  chat: () => import("../pages/ChatPanel.svelte"),
  replay: () => import("../pages/Scrubber.svelte"),
  room: () => import("../pages/WaitingRoom.svelte"),
  seats: () => import("../pages/Seats.svelte"),
  since: () => import("../pages/SinceYouLooked.svelte"),
};
