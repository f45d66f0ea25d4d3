import { DAYS_TO_RESTORE } from '@pacewright/contract';
import { ArchiveRestore } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LinkUp } from '../../ui/link-up.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { shortDate } from '../days/timestamps.ts';

type TrashFrameProps = {
  /** "workouts" */
  noun: string;
  /** The list that things return to. */
  home: { path: string; name: string };
  under: string;
  list: {
    isPending: boolean;
    error: Error | null;
    refetch: () => unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
  /** Undefined until they are known. */
  rows: ReactNode[] | undefined;
};

/** Deleted things that can still be restored. */
export function TrashFrame({ noun, home, under, list, rows }: TrashFrameProps) {
  return (
    <>
      <LinkUp to={home.path}>{home.name}</LinkUp>
      <PageHeading title="Trash" under={under} />
      {list.isPending && <LoadingIndicator />}
      {list.error && !rows && (
        <ErrorState
          title={`Your deleted ${noun} didn’t load`}
          actions={
            <Button variant="primary" onClick={() => void list.refetch()}>
              Try again
            </Button>
          }
        >
          {list.error.message}
        </ErrorState>
      )}
      {rows?.length === 0 && (
        <EmptyState
          title="Trash is empty"
          action={
            <Link to={home.path} className={buttonClass({ variant: 'secondary' })}>
              Go to {home.name}
            </Link>
          }
        >
          {home.name} you delete stay here for {DAYS_TO_RESTORE} days.
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Card edgeToEdge className="overflow-hidden">
          <ul aria-label={`Deleted ${noun}`}>{rows}</ul>
        </Card>
      )}
      {list.hasNextPage && (
        <Button
          className="mt-3.5"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

type TrashRowProps = {
  title: string;
  deletedAt: string;
  picture: ReactNode;
  /** One line about it. */
  children: ReactNode;
  isRestoring: boolean;
  onRestore: () => void;
};

export function TrashRow({
  title,
  deletedAt,
  picture,
  children,
  isRestoring,
  onRestore,
}: TrashRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-(--gutter) py-3.5 first:border-t-0 md:px-5">
      {picture}
      <div className="min-w-0 grow basis-60">
        <p className="truncate text-md font-semibold">{title}</p>
        <p className="truncate text-sm text-ink-2">{children}</p>
        <p className="mt-0.5 text-sm text-ink-2">
          Deleted {shortDate(deletedAt)} · permanently deleted on {shortDate(expiryOf(deletedAt))}
        </p>
      </div>
      <Button
        icon={<ArchiveRestore aria-hidden />}
        aria-label={`Restore ${title}`}
        busy={isRestoring}
        onClick={onRestore}
      >
        Restore
      </Button>
    </li>
  );
}

function expiryOf(deletedAt: string): number {
  return Date.parse(deletedAt) + DAYS_TO_RESTORE * 86_400_000;
}
