import type { Language } from '../../src/locales/language.ts'
import { type Html, html } from '../../src/runtime/http/page/html.ts'
import type { FieldProblem, KeysForm, KeysProblems } from './keys-form.ts'
import en from './locales/en.json' with { type: 'json' }
import es from './locales/es.json' with { type: 'json' }
import type { WebhookAddresses } from './webhook-address.ts'

/** Texts of the connect form that every platform shares. */
export const KEYS_TEXTS: Readonly<Record<Language, typeof en>> = { es, en }

interface FieldTexts<Name extends string> {
  labels: Record<Name, string>
  hints: Record<Name, string>
  problems: Record<Name, Partial<Record<FieldProblem, string>>>
}

/** Renders a form field. Never echoes typed values. */
export const formField = <Name extends string>(
  { labels, hints, problems }: FieldTexts<Name>,
  {
    name,
    problem,
    optional,
    isVisible,
  }: {
    name: Name
    problem: FieldProblem | undefined
    optional?: string | undefined
    /** `false` masks secrets. */
    isVisible: boolean
  },
): Html => {
  const wrong = problem && problems[name][problem]
  const about = wrong ? `${name}-problem ${name}-hint` : `${name}-hint`
  return html`<div class="field">
<label for="${name}">${labels[name]}${optional && html` <span class="soft">(${optional})</span>`}</label>
${wrong && html`<p class="wrong" id="${name}-problem">${wrong}</p>`}
<input id="${name}" name="${name}" type="${isVisible ? 'text' : 'password'}" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="500" aria-describedby="${about}"${wrong && html` aria-invalid="true"`}${!optional && html` required`}>
<p class="hint" id="${name}-hint">${hints[name]}</p>
</div>`
}

export interface ConnectFormPage {
  locale: Language
  webhookAddresses: WebhookAddresses
  needsCode: boolean
  problems: KeysProblems
}

/** Renders the form that connects a store. Platforms add fields, seal and texts. */
export const connectForm = (
  page: ConnectFormPage,
  {
    intro,
    refusal,
    hidden,
    more,
    submit = KEYS_TEXTS[page.locale].connect,
  }: {
    intro: string
    refusal?: string | undefined
    hidden?: Html
    more?: Html
    submit?: string | undefined
  },
): Html => {
  const texts = KEYS_TEXTS[page.locale]
  const { form, ...fields } = page.problems
  const general = form ?? (Object.keys(fields).length > 0 ? 'fields' : undefined)
  return html`<form class="connect" method="post" autocomplete="off">
<h1>${texts.title}</h1>
<p class="soft">${intro}</p>
${general && html`<p class="problem" role="alert">${texts.formProblems[general]}</p>`}
${refusal && html`<p class="problem" role="alert">${refusal}</p>`}
${hidden}
${keysFields(page)}
${more}
<button class="action" type="submit">${submit}</button>
</form>`
}

const keysFields = ({ locale, webhookAddresses, needsCode, problems }: ConnectFormPage): Html => {
  const texts = KEYS_TEXTS[locale]
  const field = (name: keyof KeysForm) => {
    const isPublic = name === 'publishable_key'
    return formField(texts, {
      name,
      problem: problems[name],
      optional: isPublic ? texts.optional : undefined,
      isVisible: isPublic,
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

const addresses = ({ test, live }: WebhookAddresses, locale: Language): Html => {
  if (test === live) return html`<code>${test}</code>`
  const { environments } = KEYS_TEXTS[locale]
  return html`<ul>
<li>${environments.test}: <code>${test}</code></li>
<li>${environments.live}: <code>${live}</code></li>
</ul>`
}
