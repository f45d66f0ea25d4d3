import { encodeSharedPlan } from '@pacewright/delivery';
import { useCallback } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LinkPanel, useLink } from '../../workout/export/link-panel.tsx';
import { titleOfPlan } from './plan-title.ts';

type SharePlanDialogProps = { text: string; onClose: () => void };

/** A link that contains the plan. */
export function SharePlanDialog({ text, onClose }: SharePlanDialogProps) {
  const encode = useCallback(() => encodeSharedPlan(text), [text]);
  const link = useLink(encode, 'Your browser couldn’t create the link. Copy the text instead.');
  const title = titleOfPlan(text);
  return (
    <Dialog
      wide
      title={`Share ${title}`}
      description="Anyone with the link can save a copy and choose their own race day."
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <LinkPanel path="/p" link={link} title={title} noun="plan" />
    </Dialog>
  );
}
