import type { WrittenWorkout } from '@pacewright/delivery';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import type { AthleteSpeeds } from '@pacewright/script';
import { showToast } from '../ui/toast.tsx';
import { saveFile } from './save-file.ts';

/** Saves the file for the watch, and says where it is or why there is none. */
export async function saveFit(
  workout: WrittenWorkout,
  speeds: AthleteSpeeds = { trainingPaces: DEFAULT_TRAINING_PACES },
): Promise<void> {
  try {
    const { encodeFit } = await import('@pacewright/delivery');
    const file = encodeFit(workout, speeds);
    if (!file.ok) return showToast.failure('No file was made', { detail: file.reason });
    saveFile(file.fileName, file.bytes);
    showToast.success(`${file.fileName} is in your downloads`);
  } catch {
    // What makes the file is fetched when it is first needed.
    showToast.failure('No file was made', {
      detail: 'Pacewright cannot be reached. Check your connection and try again.',
      retry: () => void saveFit(workout, speeds),
    });
  }
}
