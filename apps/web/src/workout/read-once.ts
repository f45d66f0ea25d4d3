import { type AthleteSpeeds, previewScript, type ScriptPreview } from '@pacewright/script';

let last: { text: string; speeds: AthleteSpeeds | undefined; reading: ScriptPreview } | undefined;

/** Reads a script. The editor and the preview ask for the same text one after the other, and share its reading. */
export function readOnce(text: string, speeds: AthleteSpeeds | undefined): ScriptPreview {
  if (last?.text !== text || last.speeds !== speeds)
    last = { text, speeds, reading: previewScript(text, { speeds }) };
  return last.reading;
}
