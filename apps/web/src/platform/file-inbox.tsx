import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { keepDropped, offerDropped } from './dropped-files.ts';

/**
 * Takes files that are dropped anywhere on any screen, where the browser would open them instead of the app. The
 * import finds out what they are, unless the screen takes them.
 */
export function FileInbox({ says = 'Drop to import' }: { says?: string }) {
  const [isOver, setIsOver] = useState(false);
  const navigate = useNavigate();

  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      // Between two elements of the page there is another one to enter.
      if (!event.relatedTarget) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      setIsOver(false);
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      const files = [...event.dataTransfer.files];
      if (files.length > 0 && !offerDropped(files))
        void navigate('/app/workouts/import', { state: keepDropped(files) });
    };
    // Before an editor under the file, which would write out what is in it.
    document.addEventListener('dragover', over, true);
    document.addEventListener('dragleave', leave, true);
    document.addEventListener('drop', drop, true);
    return () => {
      document.removeEventListener('dragover', over, true);
      document.removeEventListener('dragleave', leave, true);
      document.removeEventListener('drop', drop, true);
    };
  }, [navigate]);

  return (
    isOver && (
      <div
        aria-hidden
        className="pointer-events-none fixed inset-x-0 bottom-0 z-(--z-pop) bg-action p-5 text-center text-xl font-semibold text-on-action"
      >
        {says}
      </div>
    )
  );
}
