import { ALERT_KINDS, type AlertKind } from '../db/tables/alerts.ts'
import type { PlatformAdapter } from '../payments/ports/platform.ts'
import { PROBLEM_CAUSES } from '../runtime/http/problem-causes.ts'
import { PROBLEM_CODES } from '../runtime/http/problem-codes.ts'
import { alertWording } from './alert-texts/wording.ts'

type WithAlertTexts = Pick<PlatformAdapter, 'title' | 'alertTexts'>

/** Renders the Markdown reference of alert kinds and error codes. */
export const errorsDocument = (platforms: readonly WithAlertTexts[]): string =>
  `${[
    '# Alerts and errors',
    'Written by `npm run docs:errors` from the code; a change made here is lost.',
    '## Alerts',
    'What a person should look at: `GET /v1/alerts`, and [messages](operations.md#alert-channels). An alert says more than its kind where more is known: amounts, payments, the next step.',
    ...ALERT_KINDS.map((kind) => alertSection(kind, platforms)),
    '## Codes of the API',
    'The `code` of an error answer (RFC 9457). Its `retry` says whether the same request may succeed later, its `request_id` finds it in the log.',
    table(PROBLEM_CODES.map((code) => [`\`${code}\``, ...causeAndCure(code)])),
  ].join('\n\n')}\n`

const alertSection = (kind: AlertKind, platforms: readonly WithAlertTexts[]): string => {
  const own = platforms.flatMap(({ title, alertTexts }) => {
    const said = alertTexts?.en[kind]
    return said
      ? [
          `- Of ${title}: ${[said.what, said.why, said.todo]
            .flatMap((text) => text ?? [])
            .map(inOneLine)
            .join(' ')}`,
        ]
      : []
  })
  const { what, why, todo } = alertWording(kind, 'en')
  const lines = [`- Cause: ${inOneLine(why)}`, `- Cure: ${inOneLine(todo)}`, ...own]
  return `### \`${kind}\`\n\n${inOneLine(what)}\n\n${lines.join('\n')}`
}

const causeAndCure = (code: (typeof PROBLEM_CODES)[number]): string[] => {
  const { cause, cure } = PROBLEM_CAUSES[code]
  return [cause, cure].map(inOneLine)
}

const table = (rows: readonly string[][]): string =>
  [['code', 'cause', 'cure'], ['---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
