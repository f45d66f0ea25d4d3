import { type ComponentProps, Suspense } from 'react';
import { lazyWhenOnline } from '../../ui/lazy-when-online.tsx';
import type { WriteBox as Box } from './write-box.tsx';

/** Loaded on demand: the days are there before someone writes. */
const LazyWriteBox = lazyWhenOnline(async () => (await import('./write-box.tsx')).WriteBox);

export function WriteBox(props: ComponentProps<typeof Box>) {
  return (
    <Suspense fallback={<div className="mb-6 h-[58px]" />}>
      <LazyWriteBox {...props} />
    </Suspense>
  );
}
