// Every component in every state, at /dev/ui of the development server. No build includes it.
// ?screen= shows one of the whole pages below instead.
import {
  CalendarPlus,
  Copy,
  Download,
  Mail,
  NotebookPen,
  Plus,
  RefreshCw,
  Search,
  Share2,
  SunMoon,
  Trash2,
} from 'lucide-react';
import { type ReactNode, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ErrorScreen } from '../src/app/error-screen.tsx';
import { Loading } from '../src/app/loading.tsx';
import { NotFoundScreen } from '../src/app/routes/not-found-screen.tsx';
import { ScreenFocus } from '../src/app/screen-focus.tsx';
import { Shell } from '../src/app/shell.tsx';
import { Avatar } from '../src/ui/avatar.tsx';
import { Logo } from '../src/ui/logo.tsx';
import { Button, ButtonLink } from '../src/ui/button.tsx';
import { Card } from '../src/ui/card.tsx';
import { Checkbox } from '../src/ui/checkbox.tsx';
import { Chip } from '../src/ui/chip.tsx';
import { Dialog } from '../src/ui/dialog.tsx';
import { EmptyState } from '../src/ui/empty-state.tsx';
import { ErrorState } from '../src/ui/error-state.tsx';
import { Field } from '../src/ui/field.tsx';
import { IconButton } from '../src/ui/icon-button.tsx';
import { LoadingIndicator } from '../src/ui/loading-indicator.tsx';
import { Menu, MenuItem, MenuSeparator } from '../src/ui/menu.tsx';
import { Alert } from '../src/ui/alert.tsx';
import { BackLink, CenteredCardLayout } from '../src/ui/centered-card-layout.tsx';
import { PageHeading } from '../src/ui/page-heading.tsx';
import { PasswordField } from '../src/ui/password-field.tsx';
import { RadioCards } from '../src/ui/radio-cards.tsx';
import { SegmentedControl } from '../src/ui/segmented-control.tsx';
import { SelectField } from '../src/ui/select-field.tsx';
import { Skeleton } from '../src/ui/skeleton.tsx';
import { Switch } from '../src/ui/switch.tsx';
import { TextAreaField } from '../src/ui/text-area-field.tsx';
import { ThemeChoice } from '../src/ui/theme-choice.tsx';
import { ThemeMenu } from '../src/ui/theme-menu.tsx';
import { syncThemeAcrossTabs } from '../src/ui/theme.ts';
import { useTheme } from '../src/ui/use-theme.ts';
import { showToast, Toaster } from '../src/ui/toast.tsx';
import './ui.css';

function Components() {
  return (
    <main className="wrap pt-7 pb-16">
      <Header />
      <div className="grid items-stretch gap-6 min-[69rem]:grid-cols-3 *:min-w-0">
        <Buttons />
        <Fields />
        <Choices />
        <Loaders />
        <Notes />
        <Toasts />
        <Menus />
        <Dialogs />
        <People />
        <Colours />
        <Type />
      </div>
      <div className="mt-6 grid gap-6">
        <States />
        <Screens />
      </div>
    </main>
  );
}

function Header() {
  const { scheme, setTheme } = useTheme();
  return (
    <header className="mb-6 flex flex-wrap items-center gap-4">
      <Logo />
      <h1 className="text-md font-normal tracking-normal text-ink-2 [font-stretch:100%]">
        Components and their states
      </h1>
      <span className="ml-auto flex items-center gap-2">
        <Button
          size="sm"
          icon={<SunMoon aria-hidden />}
          onClick={() => setTheme(scheme === 'dark' ? 'light' : 'dark')}
        >
          Light / dark
        </Button>
        <ThemeMenu />
      </span>
    </header>
  );
}

type BoardProps = { title: string; wide?: boolean; children: ReactNode };

function Board({ title, wide = false, children }: BoardProps) {
  return (
    <Card className={`px-5 pt-[18px] pb-5.5 ${wide ? 'min-[69rem]:col-span-3' : ''}`}>
      <h2 className="mb-3.5 text-sm font-semibold tracking-normal text-ink-2 [font-stretch:100%]">
        {title}
      </h2>
      {children}
    </Card>
  );
}

function Buttons() {
  return (
    <Board title="Buttons">
      <div className="flex flex-wrap items-center gap-2.5">
        <Button variant="primary">Save</Button>
        <Button>Secondary</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger">Delete</Button>
        <Button icon={<Download aria-hidden />}>FIT</Button>
        <Button variant="danger-quiet" icon={<Trash2 aria-hidden />}>
          Delete
        </Button>
        <Button variant="primary" disabled>
          Disabled
        </Button>
        <Button variant="primary" busy>
          Saving
        </Button>
        <Button busy>Checking</Button>
        <Button variant="danger" busy>
          Deleting
        </Button>
        <Button variant="primary" size="sm">
          Small
        </Button>
        <Button size="sm" icon={<Plus aria-hidden />}>
          Small
        </Button>
        <Button variant="primary" size="lg">
          Large
        </Button>
        <ButtonLink href="#fields">A link</ButtonLink>
        <IconButton label="Copy" icon={<Copy aria-hidden />} />
        <IconButton small label="Copy, small" icon={<Copy aria-hidden />} />
        <IconButton label="Copy, not now" disabled icon={<Copy aria-hidden />} />
      </div>
    </Board>
  );
}

function Fields() {
  return (
    <Board title="Fields">
      <div id="fields" className="grid items-start gap-3.5 sm:grid-cols-2">
        <Field label="Username" defaultValue="alex" />
        <Field label="Find" icon={<Search aria-hidden />} placeholder="Name, tag or script" />
        <Field label="Email" defaultValue="alex@" error="Email is invalid" />
        <Field label="Read only" defaultValue="alex@example.com" readOnly hint="Verified" />
        <PasswordField
          label="Password"
          defaultValue="trackday"
          autoComplete="current-password"
          aside={
            <a href="#fields" className="text-sm">
              Forgot?
            </a>
          }
        />
        <Field label="Not now" defaultValue="alex" disabled />
        <SelectField label="Distance" defaultValue="10 km">
          <option>5 km</option>
          <option>10 km</option>
        </SelectField>
        <SelectField label="Race" error="Choose a distance">
          <option>-</option>
        </SelectField>
        <TextAreaField label="Notes" hint="Only you see them" className="sm:col-span-2" />
      </div>
    </Board>
  );
}

function Choices() {
  const [units, setUnits] = useState('metric');
  const [axis, setAxis] = useState('time');
  const [filter, setFilter] = useState('all');
  return (
    <Board title="Toggles and chips">
      <div className="grid justify-items-start gap-3">
        <SegmentedControl label="Units" options={UNITS} value={units} onChange={setUnits} />
        <SegmentedControl
          small
          label="Horizontal axis"
          options={[
            { value: 'time', label: 'Time' },
            { value: 'distance', label: 'Distance' },
          ]}
          value={axis}
          onChange={setAxis}
        />
        <div className="flex flex-wrap gap-1.5">
          {['all', 'easy', 'interval'].map((name) => (
            <Chip key={name} pressed={filter === name} onClick={() => setFilter(name)}>
              {name}
            </Chip>
          ))}
        </div>
        <Switch label="Send on the day" defaultChecked />
        <Switch label="Advice while writing" />
        <Checkbox label="Done" defaultChecked />
        <Checkbox label="Repeat every week" />
        <RadioCards
          className="w-full"
          label="Units, large"
          value={units}
          onChange={setUnits}
          options={UNITS.map((option) => ({
            ...option,
            detail: <span className="fig text-xl font-semibold">4:12 - 4:19</span>,
          }))}
        />
      </div>
    </Board>
  );
}

const UNITS = [
  { value: 'metric', label: 'min/km' },
  { value: 'imperial', label: 'min/mile' },
];

function Loaders() {
  return (
    <Board title="Loader: small, medium, large">
      <div className="flex flex-wrap items-center gap-9">
        <LoadingIndicator size="small" />
        <LoadingIndicator />
        <LoadingIndicator size="large" />
      </div>
    </Board>
  );
}

function Notes() {
  return (
    <Board title="Notes">
      <div className="grid gap-2">
        <Alert kind="success" title="Email verified.">
          Taking you to the app.
        </Alert>
        <Alert kind="warning" title="Race from 2024.">
          Paces may be old.
        </Alert>
        <Alert kind="error" title="1 problem">
          to settle first.
        </Alert>
        <Alert kind="error">Google sign in failed. Please try again.</Alert>
        <Alert kind="info">A new version is ready.</Alert>
      </div>
    </Board>
  );
}

function Toasts() {
  return (
    <Board title="Toasts">
      <div className="flex flex-wrap gap-2.5">
        <Button
          size="sm"
          onClick={() => showToast.success('Saved', 'Broken 400s is in your workouts.')}
        >
          Success
        </Button>
        <Button
          size="sm"
          onClick={() => showToast.undo('Tempo 20 removed from Friday', () => undefined)}
        >
          Undo
        </Button>
        <Button
          size="sm"
          onClick={() =>
            showToast.failure('Not sent. Garmin did not answer.', {
              detail: 'Your workout is safe here.',
              retry: () => undefined,
            })
          }
        >
          Failure
        </Button>
        <Button
          size="sm"
          onClick={() =>
            showToast.warning('You’re offline', 'Saved on this device. It syncs when you’re back.')
          }
        >
          Offline
        </Button>
        <Button
          size="sm"
          onClick={() => {
            const sending = showToast.working('Sending to Garmin');
            setTimeout(() => {
              sending.succeed('Sent to Garmin', 'It will be on the watch after the next sync.');
            }, 2000);
          }}
        >
          Working
        </Button>
      </div>
    </Board>
  );
}

function Menus() {
  return (
    <Board title="Menu">
      <Menu align="start" label="Workout" trigger={<Button>Tempo 20</Button>}>
        <MenuItem icon={<NotebookPen aria-hidden />} shortcut="E">
          Edit
        </MenuItem>
        <MenuItem icon={<CalendarPlus aria-hidden />} shortcut="M">
          Put on a day
        </MenuItem>
        <MenuItem icon={<Copy aria-hidden />}>Duplicate</MenuItem>
        <MenuItem icon={<Share2 aria-hidden />} disabled>
          Copy share link
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} danger>
          Delete
        </MenuItem>
      </Menu>
    </Board>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<'plain' | 'alert'>();
  const close = () => setOpen(undefined);
  return (
    <Board title="Dialog">
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={() => setOpen('plain')}>Put on a day</Button>
        <Button variant="danger-quiet" onClick={() => setOpen('alert')}>
          Delete account
        </Button>
      </div>
      {open === 'plain' && (
        <Dialog
          title="Put on a day"
          onClose={close}
          actions={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button variant="primary" onClick={close}>
                Put on this day
              </Button>
            </>
          }
        >
          <Field label="Day" type="date" defaultValue="2026-11-17" />
        </Dialog>
      )}
      {open === 'alert' && (
        <Dialog
          alert
          title="Delete your account?"
          description="This removes alex, 9 workouts, the calendar and the Garmin link, for good. Export first if you want to keep anything."
          onClose={close}
          actions={
            <>
              <Button variant="quiet" className="mr-auto" onClick={close}>
                Export first
              </Button>
              <Button data-autofocus onClick={close}>
                Keep account
              </Button>
              <Button variant="danger" onClick={close}>
                Delete account
              </Button>
            </>
          }
        >
          <Field label="Type alex to confirm" />
        </Dialog>
      )}
    </Board>
  );
}

function People() {
  return (
    <Board title="Avatar, theme" wide>
      <div className="mb-4 flex items-center gap-3">
        <Avatar name="Alex Kim" />
        <Avatar name="alex" />
        <Avatar name="Alex Kim" picture="/no-such-picture.png" large />
      </div>
      <div className="max-w-[680px]">
        <ThemeChoice />
      </div>
    </Board>
  );
}

function Colours() {
  return (
    <Board title="Colour" wide>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(86px,1fr))] gap-3">
        {COLOURS.map((name) => (
          <li key={name}>
            <span
              className="block h-9.5 rounded-[3px] inset-ring inset-ring-ink/20"
              style={{ background: `var(--${name})` }}
            />
            <span className="text-xs text-ink-2">{name}</span>
          </li>
        ))}
      </ul>
    </Board>
  );
}

const COLOURS = [
  ...'bg surface surface-2 surface-3 line line-strong ink-3 ink-2 ink repeat danger warn ok'.split(
    ' ',
  ),
  ...['e', 'm', 't', 'i', 'r'].flatMap((pace) => [`pace-${pace}`, `pace-${pace}-line`]),
];

function Type() {
  return (
    <Board title="Type" wide>
      <p className="text-2xl leading-[1.05] font-bold tracking-[-0.02em] [font-stretch:114%]">
        Archivo 114 %, display
      </p>
      <p className="mt-2">
        Archivo 100 %, text. Twenty minutes at threshold should feel like you could hold it for an
        hour.
      </p>
      <p className="fig mt-2 text-2xl font-semibold">4:56 - 5:34 &nbsp;1:31:35</p>
      <p className="fig text-2xl leading-none font-semibold">3:36 - 3:44 &nbsp;3:10:49</p>
      <p className="mono mt-3 text-lg">2km E + 4x(1mi T + 1m E)</p>
    </Board>
  );
}

function States() {
  return (
    <>
      <EmptyState
        title="Nothing written yet"
        action={
          <Button variant="primary" icon={<Plus aria-hidden />}>
            New workout
          </Button>
        }
        examples={
          <>
            <Card className="p-4">Tempo 20</Card>
            <Card className="p-4">Five by three</Card>
          </>
        }
      >
        Your first workout takes one line. Start from a blank page, or take one of these and change
        the numbers.
      </EmptyState>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ErrorState
          title="Your workouts didn’t load"
          actions={
            <>
              <Button variant="primary" icon={<RefreshCw aria-hidden />}>
                Try again
              </Button>
              <Button variant="quiet">Write a new one meanwhile</Button>
            </>
          }
        >
          The server did not answer. Nothing is lost.
        </ErrorState>
        <Card className="px-6 py-5">
          <Skeleton label="Loading workouts" />
        </Card>
      </div>
    </>
  );
}

function Screens() {
  return (
    <p className="flex flex-wrap gap-4">
      {Object.keys(SCREENS).map((name) => (
        <a key={name} href={`?screen=${name}`}>
          {name}
        </a>
      ))}
    </p>
  );
}

const PATHS = [
  '/app',
  '/app/workouts',
  '/app/workouts/new',
  '/app/calendar',
  '/app/paces',
  '/app/settings',
];

function SignedIn() {
  return (
    <Shell
      person={{ name: 'Alex Kim' }}
      paths={PATHS}
      onFind={() => {}}
      onShowShortcuts={() => {}}
      paceStrip={<span className="fig">E 4:56 - 5:34</span>}
      onLogout={() => showToast.success('Logged out')}
    >
      <ScreenFocus />
      <Outlet />
    </Shell>
  );
}

function SignInPage({ lapping = false }: { lapping?: boolean }) {
  return (
    <CenteredCardLayout lapping={lapping} back={<BackLink href="/">Back to home</BackLink>}>
      <h1>Sign in</h1>
      <Button wide>Continue with Google</Button>
      <form className="grid gap-3.5">
        <Field label="Email" defaultValue="alex@example.com" icon={<Mail aria-hidden />} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          aside={
            <a href="#forgot" className="text-sm">
              Forgot your password?
            </a>
          }
        />
        <Button variant="primary" wide className="mt-1">
          Sign in
        </Button>
      </form>
      <p className="text-center text-sm text-ink-2">
        New here? <a href="#register">Create an account</a>
      </p>
    </CenteredCardLayout>
  );
}

function Broken(): ReactNode {
  throw new Error('This screen is meant to fail.');
}

const SCREENS: Record<string, ReactNode> = {
  shell: (
    <RouterProvider
      router={createMemoryRouter(
        [
          {
            Component: SignedIn,
            children: [
              ...PATHS.map((path) => ({
                path,
                element: (
                  <PageHeading
                    title={path}
                    over="Tuesday 17 November"
                    actions={<Button>Do it</Button>}
                  />
                ),
              })),
              { path: '*', element: <Broken />, errorElement: <ErrorScreen inShell /> },
            ],
          },
        ],
        { initialEntries: ['/app'] },
      )}
    />
  ),
  'sign-in': <SignInPage />,
  lapping: <SignInPage lapping />,
  loading: <Loading />,
  'not-found': (
    <RouterProvider router={createMemoryRouter([{ path: '*', element: <NotFoundScreen /> }])} />
  ),
  crash: (
    <RouterProvider
      router={createMemoryRouter([
        { path: '*', element: <Broken />, errorElement: <ErrorScreen /> },
      ])}
    />
  ),
};

syncThemeAcrossTabs();

const root = document.getElementById('root');
if (!root) throw new Error('ui.html has no #root');

const screen = new URLSearchParams(location.search).get('screen');
createRoot(root).render(
  <StrictMode>
    {(screen && SCREENS[screen]) || <Components />}
    <Toaster />
  </StrictMode>,
);
