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
          a calendar, and files for your watch. You can use the calculator and the editor without an
          account. Everything is free.
        </p>`,
      },
      {
        id: 'account',
        title: 'Your account',
        text: html`<p>
          One account per person, with your own email address. Keep your password to yourself. You
          can leave at any time: in Settings, you can delete your account and everything in it.
        </p>`,
      },
      {
        id: 'yours',
        title: 'What you write is yours',
        text: html`<p>
          We store it, show it to you and send it where you choose, and do nothing else with it.
          Anyone you give a share link to can see the workout and its notes, and can pass it on. See
          <a href="/privacy">Privacy</a> for how we handle your data.
        </p>`,
      },
      {
        id: 'health',
        title: 'Your health',
        text: html`<p>
          Paces are estimates from one result, for flat ground in cool, still air. They are not
          medical advice. If you are ill, injured, pregnant, or new to hard running, ask a doctor
          before you train with them. Stop if something hurts.
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
          Sign-in uses Google Firebase. Sending to a watch uses Garmin, where Garmin has approved
          this site, or intervals.icu. Their terms apply, and we aren’t responsible for their
          services. Pacewright isn’t affiliated with them or with any race or training brand.
          Trademarks belong to their owners.
        </p>`,
      },
      {
        id: 'promise',
        title: 'What we promise and what we don’t',
        text: html`<p>
            We work to keep your data safe. We can’t promise that the site will always be up, free
            of errors or around forever, so export anything you can’t afford to lose. Check a
            workout before you run it: we show you what the FIT file contains.
          </p>
          <p>
            As far as the law allows, we aren’t liable for what happens while you train or for lost
            data. Nothing here limits rights you have by law.
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
