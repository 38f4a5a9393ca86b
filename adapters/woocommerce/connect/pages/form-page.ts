import { type Html, html } from '../../../../src/runtime/http/page/html.ts'
import { type ConnectFormPage, connectForm, formField } from '../../../onboarding/keys-fields.ts'
import { keysTexts } from '../../../onboarding/keys-texts.ts'
import type { FormProblems } from '../connect-form.ts'
import type { BegunDetails } from '../pending-connection.ts'
import { connectFormTexts, type RestKey } from './form-texts.ts'

export interface ConnectPage extends ConnectFormPage {
  details: BegunDetails
  /** True if WooCommerce cannot post its keys. */
  needsRestKeys: boolean
  guard: string
  problems: FormProblems
}

export const formCard = (page: ConnectPage): Html => {
  const { locale, details, guard, needsRestKeys, problems } = page
  const texts = connectFormTexts[locale]
  const { optional } = keysTexts[locale]
  const field = (name: RestKey) =>
    formField(texts, {
      name,
      problem: problems[name],
      optional: needsRestKeys ? undefined : optional,
      isVisible: name === 'consumer_key',
    })
  const restKeys = html`${field('consumer_key')}${field('consumer_secret')}`
  const isOpen = Boolean(problems.consumer_key ?? problems.consumer_secret)
  return connectForm(page, {
    intro: texts.intro(new URL(details.site_url).host),
    hidden: html`<input type="hidden" name="guard" value="${guard}">`,
    more: needsRestKeys
      ? html`<fieldset><legend>${texts.restKeys}</legend><p class="soft">${texts.restKeysNeeded}</p>${restKeys}</fieldset>`
      : html`<details${isOpen && html` open`}><summary>${texts.restKeys} (${optional})</summary><p class="soft">${texts.restKeysInstead}</p>${restKeys}</details>
<p class="soft">${texts.nextStepNote}</p>`,
    submit: needsRestKeys ? undefined : texts.next,
  })
}
