// The bell of the screen in the hall: three tones, while somebody wants to hear it.
// biome-ignore lint/correctness/noUnusedVariables: other scripts call it
var Bell = (() => {
  let audio = null; // a browser wants a tap before it sounds

  const tone = (after) => {
    const [voice, loud] = [audio.createOscillator(), audio.createGain()];
    const from = audio.currentTime + after;
    voice.frequency.value = 660;
    loud.gain.setValueAtTime(0.0001, from);
    loud.gain.exponentialRampToValueAtTime(0.5, from + 0.03);
    loud.gain.exponentialRampToValueAtTime(0.0001, from + 1.1);
    voice.connect(loud).connect(audio.destination);
    voice.start(from);
    voice.stop(from + 1.2);
  };
  const ring = () => audio && [0, 1.2, 2.4].forEach(tone);

  // On, with one tone, or off; whether it is on now.
  const turn = () => {
    if (audio) audio.close();
    audio = audio ? null : new AudioContext();
    if (audio) tone(0);
    return Boolean(audio);
  };

  return { ring, turn };
})();
