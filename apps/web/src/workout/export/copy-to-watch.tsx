import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { SegmentedControl } from '../../ui/segmented-control.tsx';

/** How to copy a downloaded file to the watch, for the athlete's operating system. */
export function CopyToWatch({ fileName }: { fileName: string }) {
  const [system, setSystem] = useState(guessSystem);

  return (
    <details className="group rounded-md border border-line">
      <summary className="flex min-h-(--control-h) list-none items-center justify-between gap-3 px-3.5 font-semibold [&::-webkit-details-marker]:hidden">
        Copy it to your watch
        <ChevronDown aria-hidden className="size-4 text-ink-3 group-open:rotate-180" />
      </summary>
      <div className="grid gap-3 border-t border-line p-3.5 text-sm *:min-w-0">
        <SegmentedControl
          label="Your computer"
          options={SYSTEMS}
          value={system}
          onChange={setSystem}
          small
          className="justify-self-start"
        />
        <ol className="grid list-decimal gap-1.5 pl-5">
          {STEPS[system].map((step, index) => (
            // The steps of a constant list.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>{step}</li>
          ))}
          <li>
            Copy <b className="wrap-anywhere">{fileName}</b> from your downloads into that folder.
          </li>
          <li>Eject the watch and unplug it. The watch imports the file automatically.</li>
          <li>On the watch, choose Run, open the menu, then Training and Workouts.</li>
        </ol>
        <p className="text-ink-2">
          This is for Garmin watches. The Garmin Connect website only imports completed runs, not
          workouts.
        </p>
      </div>
    </details>
  );
}

type System = 'windows' | 'mac' | 'linux';

const SYSTEMS: { value: System; label: string }[] = [
  { value: 'windows', label: 'Windows' },
  { value: 'mac', label: 'macOS' },
  { value: 'linux', label: 'Linux' },
];

const CONNECT = 'Connect the watch with its cable. If it asks, choose file transfer.';

const FOLDER = (
  <>
    <b>GARMIN</b>, then <b>NewFiles</b>
  </>
);

const STEPS: Record<System, ReactNode[]> = {
  windows: [
    CONNECT,
    <>In File Explorer, open This PC, your watch, Internal Storage (if shown), then {FOLDER}.</>,
  ],
  mac: [
    CONNECT,
    <>
      If Finder shows a disk called GARMIN, open it, then {FOLDER}. Newer watches don’t appear
      there: quit Garmin Express and use an MTP app such as OpenMTP, which is free.
    </>,
  ],
  linux: [
    CONNECT,
    <>
      In your file manager, open your watch, Internal Storage (if shown), then {FOLDER}. If the
      watch doesn’t show up, install MTP support (gvfs-backends or mtp-tools).
    </>,
  ],
};

function guessSystem(): System {
  const agent = navigator.userAgent;
  if (/Mac|iPhone|iPad/.test(agent)) return 'mac';
  return /Linux|X11|CrOS/.test(agent) && !/Android/.test(agent) ? 'linux' : 'windows';
}
