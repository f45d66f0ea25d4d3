import { html, type Html } from './html.ts';
import { contactOf, legalPage } from './legal-page.ts';

export function termsPage({ contact }: { contact: string | undefined }): Html {
  return legalPage(
    'Terms',
    html`<p class="lead">These terms are short. By using Pacewright you accept them.</p>`,
    [
      {
        id: 'what',
        title: 'What you get',
        text: html`<p>
          A calculator that turns a race into training paces, a language for workouts, a library and
          a calendar for them, and files for your watch. You can use the calculator and the editor
          without an account. Nothing costs anything, and every feature is included.
        </p>`,
      },
      {
        id: 'account',
        title: 'Your account',
        text: html`<p>
          One person, one account, with an email address that is yours. Keep your password to
          yourself. You can leave at any time: Settings has a button that deletes the account and
          everything in it.
        </p>`,
      },
      {
        id: 'yours',
        title: 'What you write is yours',
        text: html`<p>
          We store it and show it to you, send it where you send it, and do nothing else with it.
          Anyone you give a link to can see the workout in it, with its notes, and can pass it on.
          See <a href="/privacy">Privacy</a> for how we handle your data.
        </p>`,
      },
      {
        id: 'health',
        title: 'Your health',
        text: html`<p>
          Paces are estimates from one result, for flat ground in cool, still air. They are not
          medical advice. If you are ill, injured, pregnant, or new to hard running, ask a doctor
          before you train with them, and stop when something hurts.
        </p>`,
      },
      {
        id: 'fair',
        title: 'Fair use',
        text: html`<p>
          Don’t try to reach other people’s data, don’t flood the site, don’t use it for anything
          unlawful. If you do, we may block you.
        </p>`,
      },
      {
        id: 'others',
        title: 'Other people’s services',
        text: html`<p>
          Signing in runs on Google Firebase. Sending to a watch runs on Garmin, where Garmin has
          approved this site. Their terms apply there, and we aren’t responsible for them.
          Pacewright is independent of both, and of every race and training brand. Names belong to
          their owners.
        </p>`,
      },
      {
        id: 'promise',
        title: 'What we promise and what we don’t',
        text: html`<p>
            We take care that your data is still there tomorrow. We can’t promise that the site is
            always up, free of mistakes, or here for ever, so export anything you can’t afford to
            lose. Check a workout before you run it: we show you what the FIT file contains.
          </p>
          <p>
            As far as the law allows, we are not liable for what happens while you train, or for
            data that is lost. Nothing here takes away rights that the law gives you.
          </p>`,
      },
      {
        id: 'changes',
        title: 'Changes',
        text: html`<p>
          When these terms change, the date at the top changes. If you no longer agree, delete your
          account.
        </p>`,
      },
      { id: 'contact', title: 'Questions', text: contactOf(contact) },
    ],
  );
}
