import { updateProfile, usernameProblem } from '@pacewright/contract';
import { type ChangeEvent, useRef, useState } from 'react';
import { useAthlete, useSession } from '../../platform/session/session-context.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { ErrorAlert } from './error-alert.tsx';
import { type ErrorText, getProblemText } from './messages.ts';
import { readPicture } from './picture.ts';
import { useForm } from './use-form.ts';

/** The athlete's name and picture. */
export function ProfileSection() {
  const session = useSession();
  const { user, account } = useAthlete();
  /** Undefined until something is typed, so that a name from another device appears. */
  const [typed, setTyped] = useState<string>();

  const { errors, failure, setFailure, busy, formProps } = useForm({
    fields: ['username'],
    check: ({ username }) => {
      const error = usernameProblem(username);
      return error ? { username: error } : {};
    },
    send: async ({ username }) => {
      session.setUser(await session.call(updateProfile, { body: { username } }));
      setTyped(undefined);
      showToast.success('Profile saved');
    },
    explain: (error) => getProblemText(error, NOT_SAVED),
  });

  return (
    <>
      <ErrorAlert error={failure} />
      <Picture onFailure={setFailure} />
      <form {...formProps} className="grid gap-4">
        <div className="grid items-start gap-3.5 md:grid-cols-2">
          <Field
            label="Username"
            name="username"
            value={typed ?? user.username}
            onChange={({ target }) => setTyped(target.value)}
            autoComplete="nickname"
            spellCheck={false}
            error={errors.username}
          />
          <Field
            label="Email"
            value={account.email}
            readOnly
            hint={account.emailVerified ? 'Verified' : 'Not verified yet'}
          />
        </div>
        <SaveButton
          type="submit"
          busy={busy}
          isOffered={typed !== undefined && typed !== user.username}
          className="justify-self-start"
        >
          Save profile
        </SaveButton>
      </form>
    </>
  );
}

function Picture({ onFailure }: { onFailure: (error: ErrorText | undefined) => void }) {
  const session = useSession();
  const { user } = useAthlete();
  const [busy, setBusy] = useState<'change' | 'remove'>();
  const file = useRef<HTMLInputElement>(null);

  async function save(what: 'change' | 'remove', avatar: string | null): Promise<void> {
    setBusy(what);
    try {
      session.setUser(await session.call(updateProfile, { body: { avatar } }));
    } catch (error) {
      onFailure(getProblemText(error, NOT_SAVED));
    }
    setBusy(undefined);
  }

  async function choose({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [chosen] = target.files ?? [];
    // Reset, so that choosing the same file again fires a change event.
    target.value = '';
    onFailure(undefined);
    if (!chosen) return;
    const picture = await readPicture(chosen);
    if (picture) await save('change', picture);
    else onFailure({ message: NOT_A_PICTURE });
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Avatar large name={user.username} picture={user.avatar ?? undefined} />
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        aria-label="Picture"
        onChange={(event) => void choose(event)}
      />
      <Button size="sm" busy={busy === 'change'} onClick={() => file.current?.click()}>
        Change picture
      </Button>
      {user.avatar && (
        <Button
          size="sm"
          variant="quiet"
          busy={busy === 'remove'}
          onClick={() => void save('remove', null)}
        >
          Remove
        </Button>
      )}
    </div>
  );
}

const NOT_SAVED = 'Couldn’t save your profile.';
const NOT_A_PICTURE = 'We couldn’t read that picture. Choose a JPEG, PNG or WebP file.';
