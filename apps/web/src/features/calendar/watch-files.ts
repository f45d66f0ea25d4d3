import { type CalendarEntry, isRunEntry } from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { downloadFile } from '../../workout/export/download-file.ts';
import { describeWatchFiles } from '../../workout/export/describe-watch-files.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { loadDelivery } from '../../workout/export/load-delivery.ts';

/** Downloads an archive with what is planned on some days. Throws an error with the reason if there is no file. */
export async function downloadWatchFiles(
  entries: readonly CalendarEntry[],
  paceContext: PaceContext,
  span: string,
): Promise<{ title: string; detail: string }> {
  const { encodeWatchFiles } = await loadDelivery();
  const { speeds = { trainingPaces: DEFAULT_TRAINING_PACES } } = paceContext;
  const planned = entries.filter((entry) => !entry.done && isRunEntry(entry));
  const files = encodeWatchFiles(
    planned.map((entry) => ({
      id: entry.workoutId ?? entry.id,
      title: entry.title,
      script: entry.script,
      day: entry.day,
      speeds,
    })),
  );
  if (!files.ok) throw new Error(files.reason);
  const { kind, next } = describeWatchFiles();
  const fileName = `pacewright-${span}-${kind}.zip`;
  downloadFile(fileName, files.bytes, 'application/zip');
  return {
    title: `${fileName} downloaded`,
    detail: [next, ...files.skipped].join(' '),
  };
}
