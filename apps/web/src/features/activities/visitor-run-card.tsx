import { X } from 'lucide-react';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { ChooseFiles } from '../../platform/choose-files.tsx';
import { useDroppedFiles } from '../../platform/dropped-files.ts';
import { FileInbox } from '../../platform/file-inbox.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyWhenOnline } from '../../ui/lazy-when-online.tsx';
import type { WorkoutOfRun } from './visitor-run.tsx';

/** Reading and drawing a run is needed only by those who have one. */
const VisitorRun = lazyWhenOnline(async () => (await import('./visitor-run.tsx')).VisitorRun);

/** A run's file against a workout that is not stored anywhere. Neither is the run. */
export function VisitorRunCard(props: WorkoutOfRun) {
  const [file, setFile] = useState<File>();
  /** Choosing or dragging a file takes a while, in which everything that reads it is loaded. */
  const [isExpected, setIsExpected] = useState(false);
  const expect = useCallback(() => setIsExpected(true), []);
  const show = useCallback(([chosen]: readonly File[]) => setFile(chosen), []);
  useDroppedFiles(show);

  useEffect(() => {
    addEventListener('dragenter', expect);
    return () => removeEventListener('dragenter', expect);
  }, [expect]);

  return (
    <section aria-labelledby="your-run" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <FileInbox says="Drop to compare" />
      <h2 id="your-run" className="text-lg">
        Ran it? Compare it with this workout
      </h2>
      <ChooseFiles
        label="FIT file of your run"
        isSingle
        isSmall
        accept=".fit,.FIT,application/octet-stream"
        title={file?.name ?? 'Drop your run here'}
        touchTitle={file?.name ?? 'Your run'}
        hint="The FIT file from your watch. We read it in your browser. Nothing is uploaded."
        button={file ? 'Choose another file' : 'Choose a file'}
        onOpen={expect}
        onFiles={show}
      >
        {file && (
          <IconButton
            label="Close run"
            icon={<X aria-hidden />}
            onClick={() => setFile(undefined)}
          />
        )}
      </ChooseFiles>
      {(file ?? isExpected) && (
        <Suspense fallback={file && <output>Reading the run…</output>}>
          <VisitorRun {...props} file={file} />
        </Suspense>
      )}
    </section>
  );
}
