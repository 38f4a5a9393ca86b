import { ALERT_KINDS, type AlertKind } from '../../db/tables/alerts.ts'
import type { PlatformAdapter } from '../../payments/ports/platform.ts'
import { PROBLEM_CODES, type ProblemCode } from '../../runtime/http/problem-codes.ts'
import { alertWording } from '../../texts/alerts/alert-text.ts'
import { PROBLEM_CAUSES } from './problem-causes.ts'

type WithAlertTexts = Pick<PlatformAdapter, 'title' | 'alertTexts'>

/** Renders the Markdown reference of alert kinds and error codes. */
export const errorsDocument = (platforms: readonly WithAlertTexts[]): string =>
  `${[
    '# Alerts and errors',
    'For developers and operators who meet an alert or an error code.',
    '`npm run docs:errors` generates this page from the code: do not edit it.',
    '## Alerts',
    'List them with `GET /v1/alerts`, or [receive them](operations.md#alert-channels) as messages. Each alert adds the amounts, payments and next step that Puente knows.',
    ...ALERT_KINDS.map((kind) => alertSection(kind, platforms)),
    '## Error codes',
    'The `code` of an error response (RFC 9457). `retry` says whether the same request may succeed later; search the log for its `request_id`. `type` is the address of a page of your Puente with the cause and the fix.',
    table(PROBLEM_CODES.map((code) => [`\`${code}\``, ...causeAndFix(code)])),
  ].join('\n\n')}\n`

const alertSection = (kind: AlertKind, platforms: readonly WithAlertTexts[]): string => {
  const own = platforms.flatMap(({ title, alertTexts }) => {
    const said = alertTexts?.en[kind]
    return said
      ? [
          `- ${title}: ${[said.what, said.why, said.todo]
            .flatMap((text) => text ?? [])
            .map(inOneLine)
            .join(' ')}`,
        ]
      : []
  })
  const { what, why, todo } = alertWording(kind, 'en')
  const lines = [`- Cause: ${inOneLine(why)}`, `- Fix: ${inOneLine(todo)}`, ...own]
  return `### \`${kind}\`\n\n${inOneLine(what)}\n\n${lines.join('\n')}`
}

const causeAndFix = (code: ProblemCode): string[] => [
  PROBLEM_CAUSES[code].cause,
  PROBLEM_CAUSES[code].fix,
]

const table = (rows: readonly string[][]): string =>
  [['code', 'cause', 'fix'], ['---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
