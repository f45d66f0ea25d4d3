import type { SavedPlan, SeasonSummary } from '@pacewright/contract';
import {
  CalendarArrowUp,
  CalendarPlus,
  CalendarX2,
  Copy,
  Ellipsis,
  Play,
  Share2,
  Thermometer,
  Trash2,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import { useToday } from '../../platform/days/use-today.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { hasFinished, type PlanDialogKind } from './plan-state.tsx';
import { UNTITLED } from './plan-title.ts';
import { usePlanActions } from './use-plan-actions.ts';

export const PlanDialog = lazyDialog(async () => (await import('./plan-dialog.tsx')).PlanDialog);

type PlanMenuProps = {
  /** What the button is for: "this plan", or its title. */
  name: string;
  /** Undefined for a plan on the calendar whose text was deleted. */
  plan: SavedPlan | undefined;
  season: SeasonSummary | undefined;
  onOpen: (kind: PlanDialogKind) => void;
  /** Undefined while it is on the calendar, and where a button does it. */
  onPutOnCalendar: (() => void) | undefined;
  /** Called when it was deleted. */
  onDeleted?: () => void;
};

/** Everything that can be done with a plan, the same in the list and on its page. */
export function PlanMenu(props: PlanMenuProps) {
  const { name, plan, season, onOpen, onPutOnCalendar, onDeleted } = props;
  const navigate = useNavigate();
  const today = useToday();
  const { remove, copy } = usePlanActions();
  return (
    <Menu
      label={plan?.title || season?.title || UNTITLED}
      trigger={<IconButton label={`More actions for ${name}`} icon={<Ellipsis aria-hidden />} />}
    >
      {season && !hasFinished(season, today) && (
        <>
          {season.pausedOn ? (
            <MenuItem icon={<Play aria-hidden />} onClick={() => onOpen('resume')}>
              Resume…
            </MenuItem>
          ) : (
            <>
              <MenuItem icon={<Thermometer aria-hidden />} onClick={() => onOpen('away')}>
                Ill or away…
              </MenuItem>
              <MenuItem icon={<CalendarArrowUp aria-hidden />} onClick={() => onOpen('move')}>
                Move…
              </MenuItem>
            </>
          )}
          <MenuItem icon={<CalendarX2 aria-hidden />} onClick={() => onOpen('stop')}>
            {season.pausedOn ? 'End…' : 'Pause or end…'}
          </MenuItem>
        </>
      )}
      {onPutOnCalendar && (
        <MenuItem icon={<CalendarPlus aria-hidden />} onClick={onPutOnCalendar}>
          {season ? 'Add to calendar again' : 'Add to calendar'}
        </MenuItem>
      )}
      <MenuItem icon={<Share2 aria-hidden />} onClick={() => onOpen('files')}>
        Share or print…
      </MenuItem>
      {plan && (
        <>
          <MenuItem
            icon={<Copy aria-hidden />}
            onClick={() => void copy(plan, ({ id }) => void navigate(`/app/plans/${id}`))}
          >
            Make a copy
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon={<Trash2 aria-hidden />}
            danger
            onClick={() => void remove(plan).then((isDeleted) => isDeleted && onDeleted?.())}
          >
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
