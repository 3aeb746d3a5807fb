// A soft two-note whistle, synthesised.

const NOTES = [587, 440];
const LENGTH = 0.22;
const LOUDNESS = 0.08;

let air: AudioContext | null = null;

/** Browsers allow sound only after the user has touched the page. */
export function whistle(): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  air ??= new AudioContext();
  NOTES.forEach((pitch, place) => blow(air!, pitch, air!.currentTime + place * LENGTH));
}

function blow(context: AudioContext, pitch: number, start: number): void {
  const pipe = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const valve = new GainNode(context, { gain: 0 });
  valve.gain.setValueAtTime(0, start);
  valve.gain.linearRampToValueAtTime(LOUDNESS, start + 0.03);
  valve.gain.linearRampToValueAtTime(0, start + LENGTH);
  pipe.connect(valve).connect(context.destination);
  pipe.start(start);
  pipe.stop(start + LENGTH);
}
