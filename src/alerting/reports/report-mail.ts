import type { StoreRow } from '../../db/db.ts'
import { MONEY_KINDS, type MoneyKind } from '../../db/payments/money-by-day.ts'
import type { ReportInterval } from '../../db/tables/stores.ts'
import { formatMinor } from '../../domain/money.ts'
import { moneyInWords } from '../../domain/money-text.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../http/requests/csv-line.ts'
import { formatMessage, type MessageValues } from '../../locales/format-message.ts'
import { type Language, REGIONS } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import { html } from '../../runtime/http/page/html.ts'
import type { Mail } from '../../runtime/mail/mail.ts'
import { mailButton, mailPage, mailParagraph, mailTitle } from '../../runtime/mail/mail-page.ts'
import { oneLine, printable } from '../../runtime/text/printable.ts'
import { alertWording } from '../../texts/alerts/alert-text.ts'
import { type DayOfReport, type StoreReport, sumOfCounts } from './read-report.ts'

const MOST_NAME = 100

/** Writes a store's report as text and HTML, with its days as CSV. */
export const reportMail = (
  report: StoreReport,
  {
    store,
    every,
    language,
    publicUrl,
  }: { store: StoreRow; every: ReportInterval; language: Language; publicUrl: string },
): Omit<Mail, 'id' | 'to'> => {
  const texts = TEXTS[language].mails.report
  const name = oneLine(store.name, MOST_NAME)
  const days = periodInWords(report, language)
  const format = (message: string, values: MessageValues = {}) =>
    formatMessage(message, { store: name, days, ...values }, language)
  const title = format(texts.subject[every])
  const sums = sumLines(report, language)
  const attention = report.attention.map(({ kind, count }) =>
    format(texts.alert, { count, what: alertWording(kind, language, { hasButtons: true }).what }),
  )
  const lists = [
    { title: texts.money, lines: sums.length > 0 ? sums : [texts.nothing] },
    { title: texts.settlements, lines: settlementLines(report, language) },
    { title: texts.attention, lines: attention.length > 0 ? attention : [texts.allIsWell] },
  ].filter(({ lines }) => lines.length > 0)
  const open = {
    label: texts.open,
    url: `${publicUrl}/money?${new URLSearchParams({ store: store.id })}`,
  }
  const end = {
    label: texts.end,
    url: `${publicUrl}/stores/${encodeURIComponent(store.id)}#reports`,
  }
  return {
    subject: title,
    unsubscribeUrl: end.url,
    text: [
      title,
      ...lists.map((list) =>
        [`${list.title}:`, ...list.lines.map((line) => `- ${line}`)].join('\n'),
      ),
      `${open.label}: ${open.url}`,
      texts.footer,
      `${end.label}: ${end.url}`,
    ].join('\n\n'),
    html: mailPage({ title, language }, [
      mailTitle(title),
      ...lists.map(
        (list) => html`<h2 style="font-size:16px;margin:0 0 8px">${list.title}</h2>
<ul style="margin:0 0 16px;padding-left:20px">${list.lines.map((line) => html`<li>${line}</li>`)}</ul>
`,
      ),
      mailButton(open),
      mailParagraph(texts.footer),
      html`<p style="margin:0 0 16px"><a href="${end.url}">${end.label}</a></p>
`,
    ]),
    attachments: [
      {
        filename: `${store.id}-${report.from}-${report.to}.csv`,
        contentType: 'text/csv; charset=utf-8',
        content: Buffer.from(csvOf(report.days)),
      },
    ],
  }
}

/** Replaces no-break spaces, so mail programs find the amount. */
const moneyOf = (...money: Parameters<typeof moneyInWords>): string =>
  printable(moneyInWords(...money))

/** One line for each currency. */
const sumLines = ({ days }: StoreReport, language: Language): string[] =>
  [...Map.groupBy(days, ({ currency }) => currency)].flatMap(([currency, ofCurrency]) => {
    const sums = Object.fromEntries(
      MONEY_KINDS.map((kind) => {
        const { count, minor } = sumOfCounts(ofCurrency.map((day) => day[kind]))
        return [kind, { count, amount: moneyOf(formatMinor(minor, currency), currency, language) }]
      }),
    ) as Record<MoneyKind, { count: number; amount: string }>
    return MONEY_KINDS.map((kind) =>
      formatMessage(TEXTS[language].mails.report.sums[kind], sums[kind], language),
    )
  })

const settlementLines = ({ days }: StoreReport, language: Language): string[] =>
  days.flatMap(({ day, currency, settlement }) => {
    if (!settlement) return []
    const money = (decimal: string) => moneyOf(decimal, currency, language)
    const { ledger, gateway } = settlement
    return formatMessage(
      TEXTS[language].mails.report.settlement,
      {
        day: dayInWords(day, language),
        net: money(ledger.net),
        charged: money(ledger.charged),
        gateway: gateway ? money(gateway.net) : 'none',
        agrees: gateway === null || gateway.net === ledger.net ? 'yes' : 'no',
      },
      language,
    )
  })

const dayInWords = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(REGIONS[language], { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  )

const periodInWords = ({ from, to }: StoreReport, language: Language): string =>
  from === to
    ? dayInWords(from, language)
    : formatMessage(
        TEXTS[language].mails.report.days,
        { from: dayInWords(from, language), to: dayInWords(to, language) },
        language,
      )

const SIDE = ['charged', 'voided', 'refunded', 'fees', 'net'] as const

const COLUMNS = [
  ...(['day', 'currency', 'paid_count', 'paid', 'refunded_count', 'refunded'] as const),
  ...(['declined_count', 'declined'] as const),
  ...SIDE.map((name) => `settlement_${name}`),
  ...SIDE.map((name) => `gateway_${name}`),
]

const csvOf = (days: readonly DayOfReport[]): string =>
  [
    BYTE_ORDER_MARK,
    csvLine(COLUMNS),
    ...days.map(({ day, currency, settlement, ...sums }) =>
      csvLine([
        day,
        currency,
        ...MONEY_KINDS.flatMap((kind) => [
          sums[kind].count,
          formatMinor(sums[kind].minor, currency),
        ]),
        ...SIDE.map((name) => settlement?.ledger[name] ?? null),
        ...SIDE.map((name) => settlement?.gateway?.[name] ?? null),
      ]),
    ),
  ].join('')
