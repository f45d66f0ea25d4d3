import type { ShareLink } from '@pacewright/delivery';
import { Check, Copy, Link as LinkIcon, QrCode as QrIcon, Share2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { generate } from 'lean-qr/nano';
import { ActionRow } from '../../ui/action-row.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';

type LinkPanelProps = {
  /** The page that opens the link. */
  path: '/w' | '/p' | '/squad';
  /** Undefined until it is encoded. */
  link: ShareLink | undefined;
  /** Its content, for the share sheet and the name of the code. */
  title: string;
  /** "workout", "plan" */
  noun: string;
};

/** A link that contains something written: to copy, to share with another app, or as a QR code. */
export function LinkPanel({ path, link, title, noun }: LinkPanelProps) {
  const id = useId();
  const [isCodeShown, setIsCodeShown] = useState(false);
  const url = urlOf(path, link);
  const { copied, copy } = useCopy(url);
  if (!link) return null;
  if (!link.ok) return <Alert kind="info">{link.reason}</Alert>;

  return (
    <div className="grid gap-3">
      <LinkField
        url={url}
        hint={`The whole ${noun} is in the link. Nothing is stored on our servers. Everyone who opens it sees their own paces.`}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          icon={copied === true ? <Check aria-hidden /> : <Copy aria-hidden />}
          onClick={() => void copy()}
        >
          Copy link
        </Button>
        {'share' in navigator && (
          <Button icon={<Share2 aria-hidden />} onClick={() => void share(title, url)}>
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
      <CopyOutcome copied={copied} />
      <div id={id} hidden={!isCodeShown}>
        {isCodeShown && <LinkCode {...{ url, title, noun }} />}
      </div>
    </div>
  );
}

/** The same as rows of a list, with the link itself only where it has to be copied by hand. */
export function LinkRows({ path, link, title, noun }: LinkPanelProps) {
  const [isCodeShown, setIsCodeShown] = useState(false);
  const url = urlOf(path, link);
  const { copied, copy } = useCopy(url);
  if (link?.ok === false)
    return (
      <li className="py-2">
        <Alert kind="info">{link.reason}</Alert>
      </li>
    );

  return (
    <>
      <ActionRow
        icon={<LinkIcon aria-hidden />}
        name="Copy a link"
        detail={`Anyone with it can see the ${noun} and copy it`}
        end={copied === true ? <Check aria-hidden /> : <Copy aria-hidden />}
        onClick={() => void copy()}
      >
        <CopyOutcome copied={copied} />
        {copied === false && <LinkField url={url} />}
      </ActionRow>
      {'share' in navigator && (
        <ActionRow
          icon={<Share2 aria-hidden />}
          name="Share…"
          onClick={() => void share(title, url)}
        />
      )}
      <ActionRow
        icon={<QrIcon aria-hidden />}
        name="Show a QR code"
        isExpanded={isCodeShown}
        onClick={() => setIsCodeShown(!isCodeShown)}
      >
        {isCodeShown && <LinkCode {...{ url, title, noun }} />}
      </ActionRow>
    </>
  );
}

function urlOf(path: LinkPanelProps['path'], link: ShareLink | undefined): string {
  return link?.ok ? `${location.origin}${path}#${link.fragment}` : '';
}

/** Whether this link was copied, and not the one before a change. Undefined before it is tried. */
function useCopy(url: string) {
  const [last, setLast] = useState<{ url: string; isDone: boolean }>();
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      setLast({ url, isDone: true });
    } catch {
      // The browser may refuse the clipboard. The link is shown, to be copied by hand.
      setLast({ url, isDone: false });
    }
  }
  return { copied: last?.url === url ? last.isDone : undefined, copy };
}

async function share(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch {
    // The athlete closed the share sheet.
  }
}

function LinkField({ url, hint }: { url: string; hint?: string }) {
  return (
    <Field
      label="Link"
      readOnly
      value={url}
      hint={hint}
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}

function CopyOutcome({ copied }: { copied: boolean | undefined }) {
  return (
    <output className="block text-sm empty:hidden">
      {copied === true && 'Link copied.'}
      {copied === false && 'Your browser blocked copying. Select the link and copy it.'}
    </output>
  );
}

type LinkCodeProps = { url: string; title: string; noun: string };

function LinkCode({ url, title, noun }: LinkCodeProps) {
  return url.length <= MAX_CODE_LENGTH ? (
    <QrCode text={url} label={`QR code for ${title}`} />
  ) : (
    <Alert kind="info">This {noun} is too long for a QR code. Copy the link instead.</Alert>
  );
}

/** Characters. Beyond it the modules get too small for a phone's camera. */
const MAX_CODE_LENGTH = 900;

/** Encodes a link, which is asynchronous. Undefined until then. */
export function useLink(
  encode: () => Promise<ShareLink>,
  /** Shown where it cannot be encoded, such as in a browser without compression streams. */
  failure: string,
): ShareLink | undefined {
  const [link, setLink] = useState<ShareLink>();
  useEffect(() => {
    let isCurrent = true;
    encode().then(
      (encoded) => isCurrent && setLink(encoded),
      () => isCurrent && setLink({ ok: false, reason: failure }),
    );
    return () => {
      isCurrent = false;
    };
  }, [encode, failure]);
  return link;
}

/** Modules of white that a reader needs around the code. */
const QUIET_ZONE = 4;

/** Black on white in either theme: not every reader accepts the reverse. */
function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const size = code.size + 2 * QUIET_ZONE;

  return (
    <svg
      // An inline SVG is not an <img>.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full max-w-64 rounded-md border border-line forced-color-adjust-none"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={size} height={size} fill="#fff" />
      <path d={outline(code)} fill="#000" />
    </svg>
  );
}

/** One square for every dark module. */
function outline({ size, get }: { size: number; get: (x: number, y: number) => boolean }): string {
  let path = '';
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) if (get(x, y)) path += `M${x} ${y}h1v1h-1z`;
  return path;
}
