import type { Locale } from '../../db/tables/stores.ts'
import { type Html, html } from '../../runtime/html.ts'
import type { KeysForm, KeysProblems } from './keys-form.ts'
import { keysTexts } from './keys-texts.ts'

/** A field as it is shown. */
export interface FieldOnPage {
  name: string
  label: string
  hint: string
  /** Beside the label, when it may be left empty. */
  optional?: string | undefined
  /** What is wrong with what was typed in. */
  wrong?: string | undefined
  /** Secrets are typed unseen; what everybody may see is not. */
  isSeen: boolean
}

/** Nothing that was typed in is ever sent back. */
export const renderField = ({ name, label, hint, optional, wrong, isSeen }: FieldOnPage): Html => {
  const about = wrong ? `${name}-problem ${name}-hint` : `${name}-hint`
  return html`<div class="field">
<label for="${name}">${label}${optional && html` <span class="soft">(${optional})</span>`}</label>
${wrong && html`<p class="wrong" id="${name}-problem">${wrong}</p>`}
<input id="${name}" name="${name}" type="${isSeen ? 'text' : 'password'}" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="500" aria-describedby="${about}"${wrong && html` aria-invalid="true"`}${!optional && html` required`}>
<p class="hint" id="${name}-hint">${hint}</p>
</div>`
}

/** The part of a form that asks for the gateway's keys. */
export const keysFields = ({
  locale,
  webhookAddresses,
  needsCode,
  problems,
}: {
  locale: Locale
  /** Where the gateway delivers to, in each environment; they differ only where the store does. */
  webhookAddresses: Record<'test' | 'live', string>
  needsCode: boolean
  problems: Partial<Record<keyof KeysForm, KeysProblems[keyof KeysForm]>>
}): Html => {
  const texts = keysTexts[locale]
  const field = (name: keyof KeysForm) => {
    const problem = problems[name]
    const isPublic = name === 'publishable_key'
    return renderField({
      name,
      label: texts.labels[name],
      hint: texts.hints[name],
      optional: isPublic ? texts.optional : undefined,
      wrong: problem && texts.problems[name][problem],
      isSeen: isPublic,
    })
  }
  return html`<fieldset>
<legend>${texts.keys}</legend>
${field('secret_key')}
${field('publishable_key')}
</fieldset>
<fieldset>
<legend>${texts.webhook}</legend>
<ol>
<li>${texts.webhookSteps.environment}</li>
<li>${texts.webhookSteps.register}${addresses(webhookAddresses, locale)}</li>
<li>${texts.webhookSteps.copy}</li>
</ol>
${field('webhook_secret')}
</fieldset>
${needsCode && html`<fieldset><legend>${texts.code}</legend>${field('connect_code')}</fieldset>`}`
}

const addresses = ({ test, live }: Record<'test' | 'live', string>, locale: Locale): Html => {
  if (test === live) return html`<code>${test}</code>`
  const { environments } = keysTexts[locale]
  return html`<ul>
<li>${environments.test}: <code>${test}</code></li>
<li>${environments.live}: <code>${live}</code></li>
</ul>`
}
