import { IdentityError } from '../../platform/session/identity.ts';
import { useSession } from '../../platform/session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { type ErrorText, getGoogleErrorText } from './messages.ts';

type GoogleButtonProps = {
  onSignedIn: () => void;
  onFailure: (errorText: ErrorText | undefined) => void;
};

/** Signs in through Google's window. It is never busy, because a closed window is detected late. */
export function GoogleButton({ onSignedIn, onFailure }: GoogleButtonProps) {
  const session = useSession();

  async function signIn(): Promise<void> {
    onFailure(undefined);
    try {
      await session.signInWithGoogle();
      onSignedIn();
    } catch (error) {
      if (error instanceof IdentityError && CANCELLED_CODES.includes(error.code)) return;
      const errorText = getGoogleErrorText(error);
      onFailure(errorText);
      window.alert(errorText.message);
    }
  }

  return (
    <Button wide icon={<GoogleMark />} onClick={() => void signIn()}>
      Continue with Google
    </Button>
  );
}

const CANCELLED_CODES = ['popup-closed-by-user', 'cancelled-popup-request', 'user-cancelled'];

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className="size-4.5">
      <path
        fill="#4285F4"
        d="M22.5 12.2c0-.7-.1-1.4-.2-2.1H12v4h5.9a5 5 0 0 1-2.2 3.3v2.7h3.5c2.1-1.9 3.3-4.7 3.3-7.9z"
      />
      <path
        fill="#34A853"
        d="M12 23c2.9 0 5.4-1 7.2-2.6l-3.5-2.7c-1 .7-2.2 1-3.7 1-2.8 0-5.2-1.9-6.1-4.5H2.3V17A11 11 0 0 0 12 23z"
      />
      <path fill="#FBBC05" d="M5.9 14.2a6.6 6.6 0 0 1 0-4.3V7.1H2.3a11 11 0 0 0 0 9.9z" />
      <path
        fill="#EA4335"
        d="M12 5.4c1.6 0 3 .5 4.1 1.6l3.1-3.1A11 11 0 0 0 2.3 7.1l3.6 2.8C6.8 7.3 9.2 5.4 12 5.4z"
      />
    </svg>
  );
}
