import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

type LoadingIndicatorProps = {
  size?: 'small' | 'medium' | 'large';
  text?: string;
  fullScreen?: boolean;
};

export function LoadingIndicator({
  size = 'medium',
  text = 'Loading...',
  fullScreen = false,
}: LoadingIndicatorProps) {
  return (
    <output
      className={classNames(
        'grid place-content-center justify-items-center text-center',
        TEXT[size],
        fullScreen && 'fixed inset-0 z-(--z-loading) bg-bg',
      )}
    >
      <Spinner className={OVAL[size]} />
      <span>{text}</span>
    </output>
  );
}

const OVAL = { small: 'w-7', medium: 'w-14', large: 'w-24' };

const TEXT = {
  small: 'gap-2 text-sm',
  medium: 'gap-2.5 text-sm',
  large: 'gap-5 text-md font-medium',
};
