import { describe, expect, it } from 'vitest'
import { platforms } from '../../../adapters/registry.ts'
import {
  KINDS_WITH_ERROR,
  LAST_ERROR,
  namesOrder,
  PUBLIC_URL,
  SAMPLE_NOW,
  type SampleNames,
  sampleMessage,
} from '../../../test/support/alert-samples.ts'
import { ALERT_KINDS } from '../../db/tables/alerts.ts'
import { type AlertMessage, alertMessage } from '../messages/alert-message.ts'
import { alertMessageText } from '../messages/message-text.ts'
import { testMessage } from '../test-message.ts'
import { htmlBody, plainBody } from './email-body.ts'
import { slackText } from './slack.ts'

const ANA = { number: '#A_1027', customer: { name: 'Ana Mejía', email: 'ana+1@example.com' } }
const LANGUAGES = ['es', 'en'] as const

const textOf = (markup: string): string =>
  markup
    .replaceAll(/<style[\s\S]*?<\/style>|<title>.*?<\/title>/g, '')
    .replaceAll(/\s*<[^>]*>\s*/g, '\n')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const channelsOf = (message: AlertMessage) => {
  const text = alertMessageText(message, SAMPLE_NOW)
  const html = htmlBody(text, message.language)
  return {
    subject: text.subject,
    mail: plainBody(text),
    html: textOf(html),
    markup: html,
    slack: slackText(message, SAMPLE_NOW),
    webhook: JSON.stringify(message.data, null, 1),
  }
}

const NOT_FOR_READERS =
  /\/v1\/|\bcurl\b|payment_id|\b(?:GET|POST|PATCH|PUT|DELETE) \/|\{\w*\}|undefined|\[object|\(\s*\)|\s[.,;]/

const READERS = LANGUAGES.flatMap((language) =>
  [false, true].flatMap((isForMerchant) =>
    [1, 3].flatMap((count) =>
      [true, false].map((hasDetails) => ({ language, isForMerchant, count, hasDetails })),
    ),
  ),
)

describe('an alert message', () => {
  it.each(ALERT_KINDS)(
    '%s reads as title, facts and action in every channel and language',
    (kind) => {
      for (const reader of READERS) {
        for (const platform of [undefined, ...platforms]) {
          const message = sampleMessage(kind, { names: ANA, platform, ...reader })
          expect(alertMessage.parse(message)).toEqual(message)
          const { subject, mail, html, slack } = channelsOf(message)
          expect(subject).toMatch(/^\[Puente\] Tienda Sula: \S/)
          expect(subject.length).toBeLessThanOrEqual(150)
          expect(mail.split('\n\n').length).toBeGreaterThanOrEqual(4)
          for (const text of [subject, mail, html, slack]) {
            expect(text).not.toMatch(NOT_FOR_READERS)
            expect(text).not.toMatch(/\p{Cf}|[^\S \n]| {2}|\.\./u)
          }
          expect(html).toContain(message.data.todo.split('\n')[0])
        }
      }
    },
  )

  it.each(ALERT_KINDS.filter(namesOrder))(
    '%s names the order, the customer and the sum, with a link to each',
    (kind) => {
      for (const language of LANGUAGES) {
        const message = sampleMessage(kind, { names: ANA, language, isForMerchant: false })
        const { mail, html, markup, slack, webhook } = channelsOf(message)
        const order = `${PUBLIC_URL}/orders/ord_0`
        const customer = `${PUBLIC_URL}/orders?search=ana%2B1%40example.com`
        for (const text of [mail, html, slack]) {
          expect(text).toMatch(/#A_1027`? · Ana Mejía · L \d/)
        }
        for (const text of [mail, markup, slack, webhook]) {
          expect(text).toContain(order)
          expect(text).toContain(customer)
        }
        expect(slack).toContain('`#A_1027`')
      }
    },
  )

  it.each(KINDS_WITH_ERROR)('%s quotes its last error, or says nothing of one', (kind) => {
    for (const language of LANGUAGES) {
      for (const count of [1, 3]) {
        const about = { names: ANA, language, isForMerchant: false, count }
        expect(channelsOf(sampleMessage(kind, about)).mail).toContain(LAST_ERROR)
        const bare = channelsOf(sampleMessage(kind, { ...about, hasDetails: false })).mail
        expect(bare).not.toMatch(/last error|último error|details|detalles|[“«]\s*[”»]/i)
      }
    }
  })

  it.each(ALERT_KINDS)('the subject of three alerts of %s counts them in the plural', (kind) => {
    for (const language of LANGUAGES) {
      const about = { names: ANA, language, isForMerchant: false }
      const [one, three] = [1, 3].map(
        (count) => channelsOf(sampleMessage(kind, { ...about, count })).subject,
      )
      if (namesOrder(kind) && one !== three) expect(three).toMatch(/3|fields|campos/)
      expect(one).not.toMatch(/\b3 (?:orders|pedidos|refunds|reembolsos|tasks|tareas)/)
    }
  })
})

const outsideCode = (slack: string): string =>
  slack.replaceAll(/`[^`\n]*`/g, '').replaceAll(/<[^>]*>/g, '')

const MARKUP = '<b>*Ana*</b> @channel <!here> http://evil.example/x [y](z) `code`'
const HOSTILE: readonly [string, SampleNames][] = [
  ['without a customer name', { number: '1', customer: {} }],
  ['whose names are markup', { number: MARKUP, customer: { name: MARKUP }, store: MARKUP }],
  [
    'whose names are enormous',
    {
      number: 'N'.repeat(5_000),
      customer: { name: 'Ana '.repeat(5_000), email: `${'a'.repeat(5_000)}@example.com` },
      store: 'T'.repeat(5_000),
    },
  ],
  [
    'whose names hide characters',
    { number: '\u200b1\u202e\u0000', customer: { name: '\u2066\u200d\n\nBcc: x' } },
  ],
]

it.each(HOSTILE)('a message of an order %s stays calm and bounded', (_, names) => {
  for (const kind of ALERT_KINDS) {
    for (const language of LANGUAGES) {
      const about = { names, language, isForMerchant: false, count: 12 }
      const { subject, mail, markup, slack } = channelsOf(sampleMessage(kind, about))
      expect(subject.length).toBeLessThanOrEqual(150)
      expect(subject).not.toContain('\n')
      expect(slack.length).toBeLessThanOrEqual(3_000)
      expect(mail.replaceAll(/https:\S+/g, '').length).toBeLessThan(8_000)
      expect(`${subject}${mail}${slack}`).not.toMatch(/[^\P{Cf}]|[^\P{Cc}\n]/u)
      expect(markup).not.toMatch(/<b>|<!here/)
      expect(slack).not.toMatch(/<(?!https:\/\/puente\.example\/[^<>|]*\|[^<>`*]+>)/)
      expect(outsideCode(slack)).not.toMatch(/@channel|evil\.example|(?<!^)\*(?!$)[^\n]*\*Ana/m)
    }
  }
})

it.each(LANGUAGES)(
  'a test message is marked as a test in its kind and subject (%s)',
  (language) => {
    const message = testMessage({ id: 'alm_1', language, publicUrl: PUBLIC_URL, now: SAMPLE_NOW })
    expect(message.data.kind).toBe('test')
    const { subject, mail, slack } = channelsOf(message)
    const mark = language === 'es' ? 'prueba' : 'test'
    for (const text of [subject, mail, slack]) expect(text.toLowerCase()).toContain(mark)
    expect(subject).toMatch(language === 'es' ? /^\[Puente\] Prueba: / : /^\[Puente\] Test: /)
    expect(mail).not.toMatch(/\b0 (?:alerts|alertas)/)
  },
)
