import { useAthlete, useSession } from '../session/session-context.ts';
import { Button } from '../ui/button.tsx';
import { useTitle } from '../ui/use-title.ts';

export function HomeScreen() {
  useTitle('Today');
  const session = useSession();
  const { user } = useAthlete();

  return (
    <main className="grid justify-items-start gap-4 p-(--gutter)">
      <h1>Today</h1>
      <p>Signed in as {user.username}.</p>
      <Button onClick={() => void session.logout()}>Logout</Button>
    </main>
  );
}
