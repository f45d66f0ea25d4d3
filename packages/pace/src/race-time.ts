export type RaceTimeReading = { ok: true; seconds: number } | { ok: false; message: string };

/** Reads a finish time as people type it: "19:57", "1:31:35", "3:43.1", "75:30". */
export function parseRaceTime(text: string): RaceTimeReading {
  const typed = text.trim();
  const match = /^(?:(\d{1,2}):([0-5]?\d)|(\d{1,4})):([0-5]\d(?:\.\d{1,3})?)$/.exec(typed);
  if (!match) return { ok: false, message: hintFor(typed) };

  const [, hours = '0', minutesOfHour, minutes, seconds] = match;
  return {
    ok: true,
    seconds: Number(hours) * 3600 + Number(minutesOfHour ?? minutes) * 60 + Number(seconds),
  };
}

/** Writes a finish time to the whole second: "19:57", "1:31:35". */
export function formatRaceTime(seconds: number): string {
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

function hintFor(typed: string): string {
  // 19.57 could be 19:57 or 19 minutes and 34 seconds, so it is asked, not guessed.
  if (/^\d+([.,]\d+)+$/.test(typed)) {
    return `Write it with colons: ${typed.replaceAll(/[.,]/g, ':')}`;
  }
  return 'Enter your finish time as h:mm:ss';
}
