import { encodeSharedPlan } from '@pacewright/delivery';
import { useCallback } from 'react';
import { LinkPanel, useLink } from '../../workout/export/link-panel.tsx';
import { titleOfPlan } from './plan-title.ts';

/** A link that contains the plan. */
export function PlanLink({ text }: { text: string }) {
  const encode = useCallback(() => encodeSharedPlan(text), [text]);
  const link = useLink(encode, 'Your browser couldn’t create the link. Copy the text instead.');
  return (
    <div className="border-b border-line pb-5">
      <LinkPanel path="/p" link={link} title={titleOfPlan(text)} noun="plan" />
    </div>
  );
}
