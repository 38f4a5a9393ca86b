import type { Locale } from '../../../src/ledger/tables.ts'
import { type Html, html } from '../../../src/platform/html.ts'
import type { BegunDetails } from './begun.ts'
import type { ConnectForm, FormProblems } from './connect-form.ts'
import { type FormTexts, formTexts } from './form-texts.ts'

export interface FormPage {
  locale: Locale
  details: BegunDetails
  /** Where the gateway delivers to, in each environment; they differ only where the store does. */
  webhookAddresses: Record<'test' | 'live', string>
  /** WooCommerce cannot hand its keys over to us. */
  needsRestKeys: boolean
  needsCode: boolean
  /** Goes along with the form. */
  guard: string
  problems: FormProblems
}

/** The form for the keys. Nothing that was typed in is ever sent back. */
export const formCard = (page: FormPage): Html => {
  const { locale, details, needsRestKeys, needsCode, problems } = page
  const texts = formTexts[locale]
  const field = (name: keyof ConnectForm, isOptional = false) =>
    renderField(name, { texts, isOptional, problem: problems[name] })
  const { form, ...fields } = problems
  const general = form ?? (Object.keys(fields).length > 0 ? 'fields' : undefined)
  const restKeys = html`${field('consumer_key', !needsRestKeys)}${field('consumer_secret', !needsRestKeys)}`
  const isOpen = Boolean(problems.consumer_key ?? problems.consumer_secret)
  return html`<form class="connect" method="post" autocomplete="off">
<h1>${texts.title}</h1>
<p class="soft">${texts.intro(new URL(details.site_url).host)}</p>
${general && html`<p class="problem" role="alert">${texts.formProblems[general]}</p>`}
<input type="hidden" name="guard" value="${page.guard}">
<fieldset>
<legend>${texts.keys}</legend>
${field('secret_key')}
${field('publishable_key', true)}
</fieldset>
<fieldset>
<legend>${texts.webhook}</legend>
<ol>
<li>${texts.webhookSteps.environment}</li>
<li>${texts.webhookSteps.register}${addresses(page, texts)}</li>
<li>${texts.webhookSteps.copy}</li>
</ol>
${field('webhook_secret')}
</fieldset>
${needsCode && html`<fieldset><legend>${texts.code}</legend>${field('connect_code')}</fieldset>`}
${
  needsRestKeys
    ? html`<fieldset><legend>${texts.restKeys}</legend><p class="soft">${texts.restKeysNeeded}</p>${restKeys}</fieldset>`
    : html`<details${isOpen && html` open`}><summary>${texts.restKeys} (${texts.optional})</summary><p class="soft">${texts.restKeysInstead}</p>${restKeys}</details>`
}
${!needsRestKeys && html`<p class="soft">${texts.asksNext}</p>`}
<button class="action" type="submit">${needsRestKeys ? texts.connect : texts.next}</button>
</form>`
}

const addresses = ({ webhookAddresses: { test, live } }: FormPage, texts: FormTexts): Html => {
  if (test === live) return html`<code>${test}</code>`
  return html`<ul>
<li>${texts.environments.test}: <code>${test}</code></li>
<li>${texts.environments.live}: <code>${live}</code></li>
</ul>`
}

/** Secrets are typed unseen; what everybody may see is not. */
const SEEN: readonly (keyof ConnectForm)[] = ['publishable_key', 'consumer_key']

const renderField = (
  name: keyof ConnectForm,
  {
    texts,
    isOptional,
    problem,
  }: { texts: FormTexts; isOptional: boolean; problem: FormProblems[keyof ConnectForm] },
): Html => {
  const said = problem && texts.problems[name][problem]
  const about = said ? `${name}-problem ${name}-hint` : `${name}-hint`
  return html`<div class="field">
<label for="${name}">${texts.labels[name]}${isOptional && html` <span class="soft">(${texts.optional})</span>`}</label>
${said && html`<p class="wrong" id="${name}-problem">${said}</p>`}
<input id="${name}" name="${name}" type="${SEEN.includes(name) ? 'text' : 'password'}" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="500" aria-describedby="${about}"${said && html` aria-invalid="true"`}${!isOptional && html` required`}>
<p class="hint" id="${name}-hint">${texts.hints[name]}</p>
</div>`
}
