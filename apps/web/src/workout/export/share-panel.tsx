import { encodeShare, type SharedWorkout, type ShareLink } from '@pacewright/delivery';
import { titleOf } from '@pacewright/script';
import { Check, Copy, QrCode as QrIcon, Share2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Alert } from '../../ui/alert.tsx';
import { QrCode } from './qr-code.tsx';

/** A link that contains the workout: to copy, to share with another app, or as a QR code. */
export function SharePanel({ workout }: { workout: SharedWorkout }) {
  const id = useId();
  const link = useShareLink(workout);
  const [copy, setCopy] = useState<{ url: string; isDone: boolean }>();
  const [isCodeShown, setIsCodeShown] = useState(false);
  if (!link) return null;
  if (!link.ok) return <Alert kind="info">{link.reason}</Alert>;

  const url = `${location.origin}/w#${link.fragment}`;

  // Copied only if it was this link: the workout may have changed since.
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

  async function shareLink(): Promise<void> {
    const title = titleOf(workout);
    try {
      await navigator.share({ title, url });
    } catch {
      // The athlete closed the share sheet.
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
          <Button icon={<Share2 aria-hidden />} onClick={() => void shareLink()}>
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
          (url.length <= MAX_CODE_LENGTH ? (
            <QrCode text={url} label={`QR code of the link to ${titleOf(workout)}`} />
          ) : (
            <Alert kind="info">
              This workout is too long for a QR code. Copy the link instead.
            </Alert>
          ))}
      </div>
    </div>
  );
}

/** Characters. Beyond it the modules get too small for a phone's camera. */
const MAX_CODE_LENGTH = 900;

/** Such as in a browser without compression streams. */
const NO_LINK: ShareLink = {
  ok: false,
  reason: 'Your browser couldn’t make the link. Download the FIT file instead.',
};

/** Undefined until it is encoded, which is asynchronous. */
function useShareLink({ title, script, notes }: SharedWorkout): ShareLink | undefined {
  const [link, setLink] = useState<ShareLink>();
  useEffect(() => {
    let isCurrent = true;
    encodeShare({ title, script, notes }).then(
      (encoded) => isCurrent && setLink(encoded),
      () => isCurrent && setLink(NO_LINK),
    );
    return () => {
      isCurrent = false;
    };
  }, [title, script, notes]);
  return link;
}
