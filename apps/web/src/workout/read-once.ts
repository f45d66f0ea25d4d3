import { type AthleteSpeeds, readScript, type ScriptReading } from '@pacewright/script';

let last: { text: string; speeds: AthleteSpeeds | undefined; reading: ScriptReading } | undefined;

/** Reads a script. The editor and the preview ask for the same text one after the other, and share its reading. */
export function readOnce(text: string, speeds: AthleteSpeeds | undefined): ScriptReading {
  if (last?.text !== text || last.speeds !== speeds)
    last = { text, speeds, reading: readScript(text, { speeds }) };
  return last.reading;
}
