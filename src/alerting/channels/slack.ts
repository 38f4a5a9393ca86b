import { SECOND } from '../../runtime/clock.ts'
import type { Connections } from '../../runtime/net/connections.ts'
import type { AlertMessage } from '../messages/alert-message.ts'
import { alertMessageText, type OrderText } from '../messages/message-text.ts'
import type { AlertChannel } from './channel.ts'
import { postAlert } from './post-alert.ts'

const TIMEOUT_MS = 15 * SECOND
/** Slack truncates longer texts. */
const MOST_CHARACTERS = 3_000
/** Orders that fit, with their links. */
const MOST_ORDERS = 5

/** Posts to Slack or a compatible service: Mattermost, Discord's `/slack`. */
export const slackChannel = (url: string, connections: Connections): AlertChannel => ({
  name: 'slack',
  receiver: new URL(url).host,
  send: (message, now) =>
    postAlert(url, {
      headers: { 'content-type': 'application/json', 'user-agent': 'Puente' },
      body: JSON.stringify({ text: slackText(message, now), unfurl_links: false }),
      timeoutMs: TIMEOUT_MS,
      connections,
      cure: 'Create a new incoming webhook in Slack, and set its address here (ALERT_SLACK_URL, or puente stores alerts).',
    }),
})

/** Escapes commands and markup, because names may be hostile (`<!channel>`). */
export const slackText = (message: AlertMessage, now: Date): string => {
  const { title, paragraphs, orders, moreOrders, footer, open } = alertMessageText(message, now, {
    mostOrders: MOST_ORDERS,
  })
  const end = `\n\n${escaped(open.url)}`
  const blocks = [
    `*${withoutMarkup(title)}*`,
    ...paragraphs.map(withoutMarkup),
    ...orders.map(orderLines),
    withoutMarkup(moreOrders),
    withoutMarkup(footer.join(' ')),
  ]
  return `${joined(blocks, MOST_CHARACTERS - end.length)}${end}`
}

const orderLines = ({ order, customer, sum, links }: OrderText): string => {
  const line = [order, customer, sum].filter((part) => part !== '').map(withoutMarkup)
  // Labels are Puente's own words, so only the addresses need escaping.
  const linked = links.map(({ label, url }) => `<${escaped(url).replaceAll('|', '%7C')}|${label}>`)
  return `${line.join(' · ')}\n${linked.join(' · ')}`
}

/** Joins paragraphs up to a length; cuts none, which might leave half a link or escape. */
const joined = (blocks: readonly string[], most: number): string =>
  blocks.reduce((text, block) => {
    const longer = text === '' ? block : `${text}\n\n${block}`
    return block === '' || longer.length > most ? text : longer
  }, '')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Shows words with markup characters, a mention or an address as code, so that ids can be pasted. */
const withoutMarkup = (text: string): string =>
  escaped(text).replaceAll(MARKUP_WORD, (word) => {
    const code = word.replace(/(?:[.,:!?)]|(?<!&(?:amp|lt|gt));)+$/, '')
    return `\`${code.replaceAll('`', "'")}\`${word.slice(code.length)}`
  })

const MARKUP_WORD = /\S*(?:[*_~`]|@(?:channel|here|everyone)|:\/\/|www\.)\S*/gi
