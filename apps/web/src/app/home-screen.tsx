import { useAthlete } from '../session/session-context.ts';
import { PageHeading } from '../ui/page-heading.tsx';

export function HomeScreen() {
  const { user } = useAthlete();

  return (
    <>
      <PageHeading title="Today" />
      <p>Signed in as {user.username}.</p>
    </>
  );
}
