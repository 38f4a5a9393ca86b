import { formatMessage } from '../../../../src/locales/format-message.ts'
import type { Language } from '../../../../src/locales/language.ts'
import { type Html, html } from '../../../../src/runtime/http/page/html.ts'
import { KEYS_TEXTS } from '../../../onboarding/keys-fields.ts'
import { type Link, stateCard } from '../../../onboarding/state-card.ts'
import { WOO_TEXTS } from '../../texts.ts'
import type { ConnectProblem } from '../problems.ts'

export interface Obstacle {
  problem: ConnectProblem
  /** The refusing side's own message. */
  detail?: string | undefined
  now: Date
  links: readonly Link[]
}

export const problemCard = (locale: Language, { problem, detail, now, links }: Obstacle): Html => {
  const texts = WOO_TEXTS[locale].connect
  const { title, message } = texts.problems[problem]
  const utc = `${now.toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const more = [
    problem === 'clock_differs' &&
      html`<p class="soft">${formatMessage(texts.ourClock, { now: utc }, locale)}</p>`,
    detail && html`<details><summary>${texts.siteSaid}</summary><p>${detail}</p></details>`,
  ]
  return stateCard({ mark: 'not-paid', title, message, links, more })
}

export type PlainState = 'unknown' | 'tooManyCodes' | 'waiting'

export const plainCard = (
  locale: Language,
  state: PlainState,
  links: readonly Link[] = [],
): Html => {
  const texts = WOO_TEXTS[locale].connect
  const mark = state === 'waiting' ? 'confirming' : 'ended'
  const late = state === 'waiting' && html`<p>${texts.waiting.late}</p>`
  return stateCard({ mark, ...texts[state], links, more: [late] })
}

export const connectedCard = (
  locale: Language,
  connected: { environment: 'test' | 'live'; webhookAddress: string; returnUrl: string },
): Html => {
  const texts = WOO_TEXTS[locale].connect
  const links = [{ label: texts.finishInShop, url: connected.returnUrl }]
  const { title, message } = texts.connected
  return html`${stateCard({ mark: 'paid', title, message, links })}
<div class="facts">
<h2>${KEYS_TEXTS[locale].environment}</h2>
<p>${texts.environments[connected.environment]}</p>
<h2>${texts.webhookAddress}</h2>
<p><code>${connected.webhookAddress}</code></p>
<p class="soft">${texts.webhookHint}</p>
</div>`
}
