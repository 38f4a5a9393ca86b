import type { Locale } from '../../../src/db/tables/stores.ts'
import { keysFields, renderField } from '../../../src/http/connecting/keys-fields.ts'
import { type Html, html } from '../../../src/runtime/html.ts'
import type { BegunDetails } from './begun.ts'
import type { FormProblems } from './connect-form.ts'
import { formTexts, type RestKey } from './form-texts.ts'

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
  const { locale, details, needsRestKeys, problems } = page
  const texts = formTexts[locale]
  const field = (name: RestKey) => {
    const problem = problems[name]
    return renderField({
      name,
      label: texts.labels[name],
      hint: texts.hints[name],
      optional: needsRestKeys ? undefined : texts.optional,
      wrong: problem && texts.problems[name][problem],
      isSeen: name === 'consumer_key',
    })
  }
  const { form, ...fields } = problems
  const general = form ?? (Object.keys(fields).length > 0 ? 'fields' : undefined)
  const restKeys = html`${field('consumer_key')}${field('consumer_secret')}`
  const isOpen = Boolean(problems.consumer_key ?? problems.consumer_secret)
  return html`<form class="connect" method="post" autocomplete="off">
<h1>${texts.title}</h1>
<p class="soft">${texts.intro(new URL(details.site_url).host)}</p>
${general && html`<p class="problem" role="alert">${texts.formProblems[general]}</p>`}
<input type="hidden" name="guard" value="${page.guard}">
${keysFields(page)}
${
  needsRestKeys
    ? html`<fieldset><legend>${texts.restKeys}</legend><p class="soft">${texts.restKeysNeeded}</p>${restKeys}</fieldset>`
    : html`<details${isOpen && html` open`}><summary>${texts.restKeys} (${texts.optional})</summary><p class="soft">${texts.restKeysInstead}</p>${restKeys}</details>`
}
${!needsRestKeys && html`<p class="soft">${texts.asksNext}</p>`}
<button class="action" type="submit">${needsRestKeys ? texts.connect : texts.next}</button>
</form>`
}
