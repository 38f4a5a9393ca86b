import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import {
  pageHeaders,
  renderPageShell,
  securityPolicy,
} from '../../../src/runtime/http/page/page-shell.ts'
import type { Sandbox } from '../context.ts'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import { isLanguage } from '../language.ts'
import { GATEWAY_TEXTS, type GatewayTexts } from '../locales/texts.ts'
import type { Merchant } from '../merchant.ts'
import { acceptedBrands } from '../pages/brands.ts'
import { DESIGN_PATH } from '../pages/static-file.ts'

/** Any merchant may frame it; it connects only to its origin. */
const SECURITY_POLICY = securityPolicy({
  'script-src': "'self'",
  'style-src': "'self'",
  'connect-src': "'self'",
  'img-src': 'data:',
  'frame-ancestors': '*',
})

/**
 * Renders the card fields (4.14), as the number must not touch the merchant's page (1.3). Shows
 * misconfiguration in the frame, and sends `payment_failed` to a known origin.
 */
export const framePage =
  ({ sandbox, merchant }: { sandbox: Sandbox; merchant: Merchant }) =>
  ({ query }: HttpRequest): Reply => {
    const locale = query.get('locale')
    const language = isLanguage(locale) ? locale : 'es'
    const texts = GATEWAY_TEXTS[language].frame
    const publishableKey = query.get('publishable_key') ?? ''
    const origin = originOf(query.get('origin'))
    const isKnown = merchant.environmentOfPublishable(publishableKey) !== undefined
    const isUsable = isKnown && origin !== undefined
    const problem = !origin ? texts.unknownOrigin : isKnown ? undefined : texts.unknownKey
    return {
      status: isUsable ? 200 : 422,
      headers: {
        ...pageHeaders(language, SECURITY_POLICY),
        'cross-origin-resource-policy': 'cross-origin',
      },
      body: renderPageShell({
        language,
        title: texts.title,
        theme: query.get('theme') === 'dark' ? 'dark' : 'light',
        attributes: origin !== undefined && html` data-merchant-origin="${origin}"`,
        stylesheets: [DESIGN_PATH, 'assets/card-fields.css'],
        head:
          origin !== undefined && html`<script type="module" src="assets/card-fields.js"></script>`,
        body: html`<main>
${problem && html`<p class="error" role="alert">${problem}</p>`}
${isUsable && cardForm({ texts, publishableKey, now: sandbox.clock.now() })}
</main>`,
      }),
    }
  }

/** The frame accepts messages only from this origin. */
const originOf = (text: string | null): string | undefined => {
  const url = URL.parse(text ?? '')
  return url && /^https?:$/.test(url.protocol) && url.origin === text ? url.origin : undefined
}

const cardForm = (form: {
  texts: GatewayTexts['frame']
  publishableKey: string
  now: Date
}): Html => {
  const { texts, publishableKey, now } = form
  // The script gets texts and month here, since the browser's clock is not the sandbox's.
  return html`<form id="card" novalidate aria-label="${texts.title}" data-publishable-key="${publishableKey}" data-month="${now.toISOString().slice(0, 7)}">
  <p class="banner">${texts.testMode} <code>4111 1111 1111 1111</code></p>
  ${acceptedBrands(texts.accepted)}
  ${cardField({ name: 'number', texts, autocomplete: 'cc-number', inputmode: 'numeric' })}
  <div class="pair">
    ${cardField({ name: 'expiry', texts, autocomplete: 'cc-exp', inputmode: 'numeric', hint: texts.expiryHint })}
    ${cardField({ name: 'cvc', texts, autocomplete: 'cc-csc', inputmode: 'numeric', hint: texts.cvcHint, maxlength: 4 })}
  </div>
  ${cardField({ name: 'holder', texts, autocomplete: 'cc-name', inputmode: 'text', maxlength: 191 })}
  <p id="problem" class="error" role="alert" data-unreachable="${texts.unreachable}" data-not-accepted="${texts.notAccepted}" hidden></p>
</form>`
}

const cardField = (options: {
  name: 'number' | 'expiry' | 'cvc' | 'holder'
  texts: GatewayTexts['frame']
  autocomplete: string
  inputmode: 'numeric' | 'text'
  hint?: string
  maxlength?: number
}): Html => {
  const { name, texts, hint } = options
  const all: Readonly<Record<string, string | undefined>> = texts
  const message = (problem: 'Missing' | 'Invalid' | 'Refused') => all[`${name}${problem}`] ?? ''
  return html`<div class="field">
    <label for="${name}">${texts[name]}</label>
    <input id="${name}" name="${name}" type="text" autocomplete="${options.autocomplete}" inputmode="${options.inputmode}" required spellcheck="false" autocapitalize="off"${
      options.maxlength && html` maxlength="${options.maxlength}"`
    } aria-describedby="${hint && `${name}-hint `}${name}-error" data-missing="${message('Missing')}" data-invalid="${message('Invalid')}" data-refused="${message('Refused')}">
    ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    <p class="error" id="${name}-error" aria-live="polite"></p>
  </div>`
}
