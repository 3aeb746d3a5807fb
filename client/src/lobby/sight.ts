// What is large is fetched when it comes into sight, and after the text has been painted.

export const whenSeen = (show: () => void) => (frame: Element): (() => void) => {
  const watcher = new IntersectionObserver(([entry]) => {
    if (!entry!.isIntersecting) return;
    watcher.disconnect();
    requestAnimationFrame(() => setTimeout(show));
  });
  watcher.observe(frame);
  return () => watcher.disconnect();
};
