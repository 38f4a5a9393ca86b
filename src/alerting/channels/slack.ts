import { SECOND } from '../../runtime/clock.ts'
import type { Connections } from '../../runtime/net/connections.ts'
import type { AlertMessage } from '../messages/alert-message.ts'
import { alertMessageText } from '../messages/message-text.ts'
import type { AlertChannel } from './channel.ts'
import { postAlert } from './post-alert.ts'

const TIMEOUT_MS = 15 * SECOND
/** Slack truncates longer texts. */
const MOST_CHARACTERS = 3_000

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
  const { subject, text, link } = alertMessageText(message, now)
  const [title, body] = [subject, text].map(withoutMarkup)
  const end = `\n${escaped(link)}`
  return `*${title}*\n${body}`.slice(0, MOST_CHARACTERS - end.length) + end
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Shows words with markup characters or a mention as code, so that ids can be pasted. */
const withoutMarkup = (text: string): string =>
  escaped(text).replaceAll(MARKUP_WORD, (word) => {
    const code = word.replace(/[.,:;!?)]+$/, '')
    return `\`${code.replaceAll('`', "'")}\`${word.slice(code.length)}`
  })

const MARKUP_WORD = /\S*(?:[*_~`]|@(?:channel|here|everyone))\S*/g
