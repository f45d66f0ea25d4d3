import {
  type AthleteSpeeds,
  previewScript,
  type ScriptPreview,
  secondReaderState,
} from '@pacewright/script';

type Reading = {
  text: string;
  speeds: AthleteSpeeds | undefined;
  state: ReturnType<typeof secondReaderState>;
  reading: ScriptPreview;
};

let last: Reading | undefined;

/** Reads a script. The editor and the preview ask for the same text one after the other, and share its reading. */
export function readOnce(text: string, speeds: AthleteSpeeds | undefined): ScriptPreview {
  const state = secondReaderState();
  if (last?.text !== text || last.speeds !== speeds || last.state !== state)
    last = { text, speeds, state, reading: previewScript(text, { speeds }) };
  return last.reading;
}
