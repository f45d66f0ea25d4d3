import { encodeShare, type SharedWorkout, type ShareLink } from '@pacewright/delivery';
import { titleOf } from '@pacewright/script';
import { Check, Copy, QrCode as QrIcon, Share2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { QrCode } from './qr-code.tsx';

/** A link that carries the workout: to copy, to hand to another app, or to hold a phone at. */
export function SharePanel({ workout }: { workout: SharedWorkout }) {
  const id = useId();
  const link = useShareLink(workout);
  const [copy, setCopy] = useState<{ url: string; isDone: boolean }>();
  const [isCodeShown, setIsCodeShown] = useState(false);
  if (!link) return null;
  if (!link.ok) return <Note kind="info">{link.reason}</Note>;

  const url = `${location.origin}/w#${link.fragment}`;

  // Only what was copied of this link counts: the workout may have changed since.
  const copied = copy?.url === url ? copy : undefined;

  async function copyLink(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      setCopy({ url, isDone: true });
    } catch {
      // The browser may refuse the clipboard. The link is shown, to be copied by hand.
      setCopy({ url, isDone: false });
    }
  }

  async function handOver(): Promise<void> {
    const title = titleOf(workout);
    try {
      await navigator.share({ title, url });
    } catch {
      // Closed without choosing an app, which needs no answer.
    }
  }

  return (
    <div className="grid gap-3">
      <Field
        label="Link"
        readOnly
        value={url}
        hint="The workout is inside the link; nothing is stored on our servers. Everyone who opens it sees their own paces."
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          icon={copied?.isDone ? <Check aria-hidden /> : <Copy aria-hidden />}
          onClick={() => void copyLink()}
        >
          Copy link
        </Button>
        {'share' in navigator && (
          <Button icon={<Share2 aria-hidden />} onClick={() => void handOver()}>
            Share…
          </Button>
        )}
        <Button
          icon={<QrIcon aria-hidden />}
          aria-expanded={isCodeShown}
          aria-controls={id}
          onClick={() => setIsCodeShown(!isCodeShown)}
        >
          QR code
        </Button>
      </div>
      <output className="block text-sm empty:hidden">
        {copied?.isDone && 'Link copied.'}
        {copied?.isDone === false &&
          'Your browser doesn’t allow copying. Select the link above and copy it.'}
      </output>
      <div id={id} hidden={!isCodeShown}>
        {isCodeShown &&
          (url.length <= MOST_IN_CODE ? (
            <QrCode text={url} label={`QR code of the link to ${titleOf(workout)}`} />
          ) : (
            <Note kind="info">This workout is too long for a QR code. Copy the link instead.</Note>
          ))}
      </div>
    </div>
  );
}

/** Characters. Beyond it the modules get smaller than a phone's camera can tell apart. */
const MOST_IN_CODE = 900;

/** A browser without compression streams, for one. */
const NO_LINK: ShareLink = {
  ok: false,
  reason: 'Your browser couldn’t make the link. Download the FIT file instead.',
};

/** Undefined until it is made, which takes a moment. */
function useShareLink({ title, script, notes }: SharedWorkout): ShareLink | undefined {
  const [link, setLink] = useState<ShareLink>();
  useEffect(() => {
    let isCurrent = true;
    encodeShare({ title, script, notes }).then(
      (made) => isCurrent && setLink(made),
      () => isCurrent && setLink(NO_LINK),
    );
    return () => {
      isCurrent = false;
    };
  }, [title, script, notes]);
  return link;
}
