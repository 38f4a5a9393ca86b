import type { Locale } from '../../../src/db/tables/stores.ts'
import { type Html, html } from '../../../src/runtime/html.ts'
import { pageTexts } from './page-texts.ts'
import type { ConnectProblem } from './problems.ts'

export interface Link {
  label: 'tryAgain' | 'enterAgain' | 'backToShop' | 'finishInShop'
  url: string
}

/** What is in the way, and what to do about it. */
export const problemCard = ({
  locale,
  problem,
  detail,
  now,
  links,
}: {
  locale: Locale
  problem: ConnectProblem
  /** In the words of whoever refused. */
  detail?: string | undefined
  now: Date
  links: readonly Link[]
}): Html => {
  const texts = pageTexts[locale]
  const { title, message } = texts.problems[problem]
  return stateCard({ locale, mark: 'not-paid', title, message, links }, [
    problem === 'clock_differs' &&
      html`<p class="soft">${texts.ourClock(`${now.toISOString().slice(0, 19).replace('T', ' ')} UTC`)}</p>`,
    detail && html`<details><summary>${texts.siteSaid}</summary><p>${detail}</p></details>`,
  ])
}

/** The connection is over, was closed, or is still being made. */
export const plainCard = (
  locale: Locale,
  state: 'unknown' | 'tooManyCodes' | 'waiting',
  links: readonly Link[] = [],
): Html => {
  const texts = pageTexts[locale]
  const mark = state === 'waiting' ? 'confirming' : 'ended'
  const late = state === 'waiting' && html`<p>${texts.waiting.late}</p>`
  return stateCard({ locale, mark, ...texts[state], links }, [late])
}

/** The shop is connected; what is left to do is done in the plugin. */
export const connectedCard = ({
  locale,
  environment,
  webhookAddress,
  returnUrl,
}: {
  locale: Locale
  environment: 'test' | 'live'
  webhookAddress: string
  returnUrl: string
}): Html => {
  const texts = pageTexts[locale]
  const links = [{ label: 'finishInShop' as const, url: returnUrl }]
  const { title, message } = texts.connected
  return html`${stateCard({ locale, mark: 'paid', title, message, links }, [])}
<div class="facts">
<h2>${texts.environment}</h2>
<p>${texts.environments[environment]}</p>
<h2>${texts.webhookAddress}</h2>
<p><code>${webhookAddress}</code></p>
<p class="soft">${texts.webhookHint}</p>
</div>`
}

/** `mark`: one of those of the customers' pages. */
const stateCard = (
  {
    locale,
    mark,
    title,
    message,
    links,
  }: {
    locale: Locale
    mark: 'not-paid' | 'ended' | 'confirming' | 'paid'
    title: string
    message: string
    links: readonly Link[]
  },
  more: readonly (Html | false | '' | undefined)[],
): Html => html`<div class="state ${mark}">
<div class="mark" aria-hidden="true"></div>
<h1>${title}</h1>
<p>${message}</p>
${more}
${links.map(({ label, url }, index) => html`<a class="${index === 0 ? 'action' : 'other'}" href="${url}">${pageTexts[locale][label]}</a>`)}
</div>`
