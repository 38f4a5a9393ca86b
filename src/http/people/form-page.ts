import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../people/passwords/password-rules.ts'
import { type Html, html } from '../../runtime/http/page/html.ts'
import { renderDocument } from '../pay-pages/document.ts'

export interface FormField {
  name: 'email' | 'name' | 'password' | 'code'
  label: string
  value?: string | undefined
  isFixed?: boolean
  autocomplete: 'username' | 'name' | 'current-password' | 'new-password' | 'one-time-code'
  hint?: string
}

export interface FormPage {
  locale: Language
  title: string
  message?: string | undefined
  fault?: string | undefined
  next?: string | undefined
  fields: readonly FormField[]
  button: string
  footnote?: string | undefined
  /** Path to open after a sign-in by passkey; `undefined` offers none. */
  passkeyTo?: string | undefined
  /** Another way to sign in. */
  link?: { label: string; url: string } | undefined
  otherLanguageUrl: string
}

/** Works without scripts and posts to its own URL. */
export const renderFormPage = ({
  message,
  fault,
  next,
  fields,
  button,
  footnote,
  passkeyTo,
  link,
  ...page
}: FormPage): string =>
  renderPeoplePage({
    ...page,
    head:
      passkeyTo === undefined
        ? undefined
        : html`<script src="/auth/passkeys/passkey.js" defer></script>`,
    card: html`<form class="card-page" method="post">
<h1>${page.title}</h1>
${message && html`<p>${message}</p>`}
${fault && html`<p class="problem" role="alert">${fault}</p>`}
${next && html`<input type="hidden" name="next" value="${next}">`}
${fields.map(fieldOf)}
<button class="action" type="submit">${button}</button>
${footnote && html`<p class="hint">${footnote}</p>`}
</form>${
      link &&
      html`
<div class="card-page other-way"><a class="action second" href="${link.url}">${link.label}</a></div>`
    }${passkeyTo !== undefined && passkeyPart(passkeyTo, page.locale)}`,
  })

/** The script shows it if the browser supports passkeys. */
const passkeyPart = (next: string, locale: Language): Html => {
  const { use, failed } = TEXTS[locale].people.passkey
  return html`
<div id="passkey-part" class="card-page other-way" hidden data-next="${next}" data-failed="${failed}">
<p id="passkey-problem" class="problem" hidden role="alert"></p>
<button id="passkey" class="action second" type="button">${use}</button>
</div>`
}

const TYPES = { email: 'email', name: 'text', password: 'password', code: 'text' } as const

const fieldOf = ({ name, label, value, isFixed, autocomplete, hint }: FormField): Html => {
  const lengths =
    autocomplete === 'new-password' &&
    html` minlength="${SHORTEST_PASSWORD}" maxlength="${LONGEST_PASSWORD}"`
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${TYPES[name]}" value="${value}" autocomplete="${autocomplete}"${lengths}${isFixed && html` readonly`} required${hint && html` aria-describedby="${name}-hint"`}>
${hint && html`<p id="${name}-hint" class="hint">${hint}</p>`}
</div>
`
}

/** Shows a message with a command to copy or a link. */
export const renderNoticePage = ({
  message,
  command,
  hint,
  link,
  ...page
}: {
  locale: Language
  title: string
  message: string
  /** For a terminal. */
  command?: string | undefined
  hint?: string | undefined
  link?: { label: string; url: string } | undefined
  otherLanguageUrl: string
}): string =>
  renderPeoplePage({
    ...page,
    card: html`<div class="card-page">
<h1>${page.title}</h1>
<p>${message}</p>
${command && html`<pre class="command" tabindex="0"><code>${command}</code></pre>`}
${hint && html`<p class="hint">${hint}</p>`}
${link && html`<a class="action" href="${link.url}">${link.label}</a>`}
</div>`,
  })

const renderPeoplePage = (
  page: Pick<
    Parameters<typeof renderDocument>[0],
    'locale' | 'title' | 'card' | 'head' | 'otherLanguageUrl'
  >,
): string => renderDocument({ ...page, shop: { name: 'Puente', isTest: false } })
