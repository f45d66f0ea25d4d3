import type { WrittenWorkout } from '@pacewright/delivery';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import type { AthleteSpeeds } from '@pacewright/script';
import { showToast } from '../../ui/toast.tsx';
import { downloadFile } from './download-file.ts';
import { readWatch } from './watch-choice.ts';
import { loadDelivery } from './load-delivery.ts';

/** Downloads the file for a watch, and shows a toast with the file's name or the reason of a failure. */
export async function downloadForWatch(
  workout: WrittenWorkout,
  speeds: AthleteSpeeds = { trainingPaces: DEFAULT_TRAINING_PACES },
  watch = readWatch(),
): Promise<void> {
  try {
    const { encodeApple, encodeFit } = await loadDelivery();
    const encode = watch === 'apple' ? encodeApple : encodeFit;
    const file = encode(workout, speeds);
    if (!file.ok) return showToast.failure('Couldn’t create the file', { detail: file.reason });
    downloadFile(file.fileName, file.bytes);
    showToast.success(`${file.fileName} downloaded`);
  } catch {
    // The encoder is loaded on first use.
    showToast.failure('Couldn’t create the file', {
      detail: 'Can’t reach Pacewright. Check your connection and try again.',
      retry: () => void downloadForWatch(workout, speeds, watch),
    });
  }
}
