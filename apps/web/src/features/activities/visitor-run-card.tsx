import { Lock, X } from 'lucide-react';
import { type DragEvent, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyWhenOnline } from '../../ui/lazy-when-online.tsx';
import type { WorkoutOfRun } from './visitor-run.tsx';

/** Reading and drawing a run is needed only by those who have one. */
const VisitorRun = lazyWhenOnline(async () => (await import('./visitor-run.tsx')).VisitorRun);

/** A run's file against a workout that is not stored anywhere. Neither is the run. */
export function VisitorRunCard(props: WorkoutOfRun) {
  const [file, setFile] = useState<File>();
  const [isOver, setIsOver] = useState(false);
  /** Choosing or dragging a file takes a while, in which everything that reads it is loaded. */
  const [isExpected, setIsExpected] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const expect = () => setIsExpected(true);
    addEventListener('dragenter', expect);
    return () => removeEventListener('dragenter', expect);
  }, []);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) setFile(dropped);
  }

  return (
    <section aria-labelledby="your-run" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card
        edgeToEdge
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={classNames(
          'flex flex-wrap items-center gap-x-6 gap-y-3 px-(--gutter) py-5 md:px-5.5',
          isOver && 'bg-surface-2',
        )}
      >
        <div className="grid min-w-0 flex-[1_1_18rem] gap-1">
          <h2 id="your-run" className="text-lg">
            {isOver ? 'Drop to compare' : 'Ran it? Compare it with this workout'}
          </h2>
          <p className="text-sm wrap-anywhere text-ink-2">
            {file ? file.name : 'Drop the FIT file from your watch here.'}
          </p>
          <p className="flex gap-2 text-sm text-ink-2">
            <Lock aria-hidden className="mt-0.5 size-4 flex-none" />
            We read it in your browser. Nothing is uploaded.
          </p>
        </div>
        <input
          ref={input}
          type="file"
          accept=".fit,.FIT,application/octet-stream"
          aria-label="FIT file of your run"
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            if (chosen) setFile(chosen);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
        <Button
          onClick={() => {
            setIsExpected(true);
            input.current?.click();
          }}
        >
          {file ? 'Choose another file' : 'Choose a file'}
        </Button>
        {file && (
          <IconButton
            label="Close run"
            icon={<X aria-hidden />}
            onClick={() => setFile(undefined)}
          />
        )}
      </Card>
      {(file ?? isExpected) && (
        <Suspense fallback={file && <output>Reading the run…</output>}>
          <VisitorRun {...props} file={file} />
        </Suspense>
      )}
    </section>
  );
}
