// A few soft sounds, synthesised: nothing has to be fetched for them.

export type Sound = "turn" | "move" | "money" | "end";

/** A pitch in hertz; when the note begins and how long it lasts, in seconds. Short notes are knocks and coins. */
type Note = readonly [pitch: number, from: number, lasts: number];

const SOUNDS: Record<Sound, readonly Note[]> = {
  /** It is the viewer's turn: a whistle. */
  turn: [[587, 0, 0.22], [440, 0.22, 0.22]],
  /** Somebody else has moved: wood on wood. */
  move: [[196, 0, 0.09], [147, 0.06, 0.09]],
  /** Money has changed hands: a coin. */
  money: [[1319, 0, 0.14], [1760, 0.07, 0.14]],
  /** The game is over: a tune. */
  end: [[440, 0, 0.22], [554, 0.18, 0.22], [659, 0.36, 0.6]],
};

const LOUDNESS = 0.07;

let air: AudioContext | null = null;

/** Browsers allow sound only after the user has touched the page. */
export function play(sound: Sound): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  air ??= new AudioContext();
  for (const note of SOUNDS[sound]) blow(air, ...note);
}

/** The note swells quickly and dies away. */
function blow(context: AudioContext, ...[pitch, from, lasts]: Note): void {
  const start = context.currentTime + from;
  const pipe = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const valve = new GainNode(context, { gain: 0 });
  valve.gain.setValueAtTime(0, start);
  valve.gain.linearRampToValueAtTime(LOUDNESS, start + lasts / 8);
  valve.gain.linearRampToValueAtTime(0, start + lasts);
  pipe.connect(valve).connect(context.destination);
  pipe.start(start);
  pipe.stop(start + lasts);
}
