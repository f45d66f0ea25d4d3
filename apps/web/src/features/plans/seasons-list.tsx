import type { SeasonSummary } from '@pacewright/contract';
import { Ellipsis } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { formatLongDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { UNTITLED } from './plan-title.ts';
import type { ActionKind } from './season-action-dialog.tsx';
import { useSeasons } from './plans-queries.ts';

const MoveSeasonDialog = lazyDialog(
  async () => (await import('./move-season-dialog.tsx')).MoveSeasonDialog,
);

const PlanFilesDialog = lazyDialog(
  async () => (await import('./plan-files-dialog.tsx')).PlanFilesDialog,
);

const SeasonActionDialog = lazyDialog(
  async () => (await import('./season-action-dialog.tsx')).SeasonActionDialog,
);

const AwayDialog = lazyDialog(async () => (await import('./away-dialog.tsx')).AwayDialog);

type MenuKind = ActionKind | 'away' | 'move' | 'files';

/** The plans that are on the calendar. Nothing without one. */
export function SeasonsList({ paceContext }: { paceContext: PaceContext }) {
  const seasons = useSeasons();
  const [acting, setActing] = useState<{ season: SeasonSummary; kind: MenuKind }>();
  const active = (seasons.data ?? []).filter(({ endedAt }) => endedAt === null);
  return (
    <>
      {active.length > 0 && (
        <section aria-labelledby="seasons" className="mb-6">
          <h2 id="seasons" className="mb-3 text-lg">
            On your calendar
          </h2>
          <Card edgeToEdge>
            <ul>
              {active.map((season) => (
                <SeasonRow
                  key={season.id}
                  season={season}
                  onAct={(kind) => setActing({ season, kind })}
                />
              ))}
            </ul>
          </Card>
        </section>
      )}
      {acting && (
        <Suspense>
          <DialogOf {...acting} paceContext={paceContext} onClose={() => setActing(undefined)} />
        </Suspense>
      )}
    </>
  );
}

type DialogOfProps = {
  season: SeasonSummary;
  kind: MenuKind;
  paceContext: PaceContext;
  onClose: () => void;
};

function DialogOf({ season, kind, paceContext, onClose }: DialogOfProps) {
  const today = useToday();
  if (kind === 'away')
    return <AwayDialog seasonId={season.id} day={today} {...{ paceContext, onClose }} />;
  if (kind === 'move') return <MoveSeasonDialog season={season} onClose={onClose} />;
  if (kind === 'files') {
    const title = season.title || UNTITLED;
    return <PlanFilesDialog {...{ title, season, paceContext, onClose }} />;
  }
  return <SeasonActionDialog season={season} kind={kind} onClose={onClose} />;
}

type SeasonRowProps = { season: SeasonSummary; onAct: (kind: MenuKind) => void };

function SeasonRow({ season, onAct }: SeasonRowProps) {
  const today = useToday();
  const { firstDay, lastDay, entryCount, doneCount, pausedOn } = season;
  const title = season.title || UNTITLED;
  const next = firstDay > today ? firstDay : today;
  return (
    <li className="flex items-center gap-4 border-line px-4 py-3 md:px-5.5 [&:not(:first-child)]:border-t">
      <div className="min-w-0 grow">
        <h3 className="text-md font-semibold wrap-anywhere">
          <Link to={`/app/calendar?day=${next}`}>{title}</Link>
        </h3>
        <p className="text-sm text-ink-2">
          {pausedOn
            ? `Paused since ${formatLongDay(pausedOn, today)}`
            : lastDay && `Until ${formatLongDay(lastDay, today)}`}
          {', '}
          <span className="whitespace-nowrap">
            {doneCount} of {entryCount} days done
          </span>
        </p>
      </div>
      <Menu
        label={title}
        trigger={
          // Its plan below has the same title.
          <IconButton
            label={`More actions for ${title} on your calendar`}
            icon={<Ellipsis aria-hidden />}
          />
        }
      >
        {pausedOn ? (
          <MenuItem onClick={() => onAct('resume')}>Resume</MenuItem>
        ) : (
          <>
            <MenuItem onClick={() => onAct('away')}>Ill or away…</MenuItem>
            <MenuItem onClick={() => onAct('move')}>Move</MenuItem>
            <MenuItem onClick={() => onAct('pause')}>Pause</MenuItem>
          </>
        )}
        <MenuItem onClick={() => onAct('end')}>End</MenuItem>
        <MenuItem onClick={() => onAct('files')}>Print or export</MenuItem>
      </Menu>
    </li>
  );
}
