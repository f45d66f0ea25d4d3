import type { SavedWorkout } from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TagsField } from './tags-field.tsx';
import { useTags } from './workouts-queries.ts';

type TagDialogProps = {
  workouts: SavedWorkout[];
  onSave: (change: { add: string[]; remove: string[] }) => void;
  onClose: () => void;
};

/** The tags that several workouts share, to add to or remove from all of them. */
export function TagDialog({ workouts, onSave, onClose }: TagDialogProps) {
  const known = useTags().data ?? [];
  const [shared] = useState(() =>
    (workouts[0]?.tags ?? []).filter((tag) => workouts.every(({ tags }) => tags.includes(tag))),
  );
  const [tags, setTags] = useState(shared);

  return (
    <Dialog
      title={`Tag ${plural(workouts.length, 'workout')}`}
      description="Tags that only some of them have won’t change."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            onClick={() =>
              onSave({
                add: tags.filter((tag) => !shared.includes(tag)),
                remove: shared.filter((tag) => !tags.includes(tag)),
              })
            }
          >
            Save tags
          </Button>
        </>
      }
    >
      <TagsField tags={tags} known={known.map(({ tag }) => tag)} onChange={setTags} />
    </Dialog>
  );
}
