import { Save } from 'lucide-react';
import { Button } from '../ui/button.tsx';

/** A visitor's two ways to save: with an account, or with a new one. Gets the path to go to once it is stored here. */
export function SignInAndSave({ onSave }: { onSave: (path: '/login' | '/register') => void }) {
  return (
    <>
      <Button variant="quiet" onClick={() => onSave('/login')}>
        Sign in and save
      </Button>
      <Button variant="primary" icon={<Save aria-hidden />} onClick={() => onSave('/register')}>
        Create account and save
      </Button>
    </>
  );
}
