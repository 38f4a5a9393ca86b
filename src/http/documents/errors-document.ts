import { ALERT_KINDS, type AlertKind } from '../../db/tables/alerts.ts'
import type { PlatformAdapter } from '../../payments/ports/platform.ts'
import {
  PROBLEM_CODES,
  PROBLEMS,
  type ProblemCode,
  RETRIES,
} from '../../runtime/http/problem-codes.ts'
import { alertWording } from '../../texts/alerts/alert-text.ts'
import { PROBLEM_CAUSES, RETRY_MEANINGS } from './problem-causes.ts'

type WithAlertTexts = Pick<PlatformAdapter, 'title' | 'alertTexts'>

const GENERATED = '`npm run docs:errors` generates this page from the code: do not edit it.'

const COMMANDS =
  'A command such as `puente stores list` runs as `bin/puente stores list` in the checkout, and in the container as it is ([command line](command-line.md)).'

/** Renders the Markdown reference of alert kinds. */
export const alertsDocument = (platforms: readonly WithAlertTexts[]): string =>
  `${[
    '# Alerts',
    'For operators and merchants who meet an alert. Also [en español, para comercios](es/alertas.md).',
    GENERATED,
    'List them with `GET /v1/alerts`, or [receive them](operations.md#alert-channels) as messages. Each alert adds the amounts, payments and next step that Puente knows.',
    COMMANDS,
    '## Kinds',
    ...ALERT_KINDS.map((kind) => alertSection(kind, platforms)),
  ].join('\n\n')}\n`

/** Renders the alert kinds in Spanish, in the words that merchants read: without commands. */
export const merchantAlertsDocument = (platforms: readonly WithAlertTexts[]): string =>
  `${[
    '# Alertas',
    'Para comercios que reciben una alerta. Also [in English](../alerts.md).',
    'Una alerta dice qué pasó, por qué y qué hacer, con los montos y los pagos que Puente conoce. Las ve en **Inicio** de [el panel](panel.md), y las de su tienda también en los ajustes de Puente dentro de ella. La mayoría se cierra sola cuando desaparece la causa.',
    'Su administrador de Puente es quien instaló Puente para usted.',
    ...ALERT_KINDS.map((kind) => merchantAlertSection(kind, platforms)),
    '`npm run docs:errors` genera esta página a partir del código.',
  ].join('\n\n')}\n`

/** Renders the Markdown reference of error codes, each under its own heading. */
export const errorsDocument = (): string =>
  `${[
    '# Errors',
    'For developers who meet an error code of the API.',
    GENERATED,
    'An error is a problem document (RFC 9457). Branch on its `code`, never on its words. `retry` says what to do with the same request; search the log for its `request_id`. `type` is the address of a page with its cause and fix.',
    COMMANDS,
    table([
      ['`retry`', 'means'],
      ...RETRIES.map((retry) => [`\`${retry}\``, RETRY_MEANINGS[retry]]),
    ]),
    '## Codes',
    ...PROBLEM_CODES.map(errorSection),
  ].join('\n\n')}\n`

const errorSection = (code: ProblemCode): string => {
  const [status, retry] = PROBLEMS[code]
  const { cause, fix } = PROBLEM_CAUSES[code]
  return `### \`${code}\`\n\n${status}, \`${retry}\`\n\n- Cause: ${cause}\n- Fix: ${fix}`
}

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

const merchantAlertSection = (kind: AlertKind, platforms: readonly WithAlertTexts[]): string => {
  const isForMerchant = true
  const general = alertWording(kind, 'es', { isForMerchant })
  const own = platforms.flatMap((platform) => {
    const { what, why, todo } = alertWording(kind, 'es', { isForMerchant, platform })
    const texts = [
      ...(what === general.what ? [] : [what]),
      ...(why === general.why ? [] : [why]),
      ...(todo === general.todo ? [] : [todo]),
    ]
    return texts.length === 0 ? [] : [`- ${platform.title}: ${texts.map(inOneLine).join(' ')}`]
  })
  const lines = [
    `- Por qué: ${inOneLine(general.why)}`,
    `- Qué hacer: ${inOneLine(general.todo)}`,
    ...own,
    `- Nombre en los mensajes: \`${kind}\``,
  ]
  return `## ${inOneLine(general.what).replace(/\.$/, '')}\n\n${lines.join('\n')}`
}

const table = ([head = [], ...rows]: readonly string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
