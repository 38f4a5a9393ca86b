import { formatMessage } from '../../../../src/locales/format-message.ts'
import { type Html, html } from '../../../../src/runtime/http/page/html.ts'
import {
  type ConnectFormPage,
  connectForm,
  formField,
  KEYS_TEXTS,
} from '../../../onboarding/keys-fields.ts'
import type { KeysForm } from '../../../onboarding/keys-form.ts'
import { WOO_TEXTS } from '../../texts.ts'
import type { ConnectForm, FormProblems } from '../connect-form.ts'
import type { BegunDetails } from '../pending-connection.ts'

export interface ConnectPage extends ConnectFormPage {
  details: BegunDetails
  needsRestKeys: boolean
  guard: string
  problems: FormProblems
}

export const formCard = (page: ConnectPage): Html => {
  const { locale, details, guard, needsRestKeys, problems } = page
  const texts = WOO_TEXTS[locale].form
  const { optional } = KEYS_TEXTS[locale]
  const field = (name: Exclude<keyof ConnectForm, keyof KeysForm>) =>
    formField(texts, {
      name,
      problem: problems[name],
      optional: needsRestKeys ? undefined : optional,
      isVisible: name === 'consumer_key',
    })
  const restKeys = html`${field('consumer_key')}${field('consumer_secret')}`
  const isOpen = Boolean(problems.consumer_key ?? problems.consumer_secret)
  return connectForm(page, {
    intro: formatMessage(texts.intro, { host: new URL(details.site_url).host }, locale),
    hidden: html`<input type="hidden" name="guard" value="${guard}">`,
    more: needsRestKeys
      ? html`<fieldset><legend>${texts.restKeys}</legend><p class="soft">${texts.restKeysNeeded}</p>${restKeys}</fieldset>`
      : html`<details${isOpen && html` open`}><summary>${texts.restKeys} (${optional})</summary><p class="soft">${texts.restKeysInstead}</p>${restKeys}</details>
<p class="soft">${texts.nextStepNote}</p>`,
    submit: needsRestKeys ? undefined : texts.next,
  })
}
