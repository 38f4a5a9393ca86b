import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gettextCalls } from './gettext-calls.ts'
import { PLUGIN, PLUGIN_FOLDER, pluginVersion } from './plugin-zip.ts'

/** One text to translate, with all its places. */
interface TemplateEntry {
  text: string
  plural?: string | undefined
  context?: string | undefined
  comments: string[]
  /** `file:line`, relative to the plugin. */
  references: string[]
}

/** Header fields that WordPress translates in its list of plugins. */
const HEADERS = ['Plugin Name', 'Description', 'Author']

/** Collects the texts of the plugin's PHP, scripts and header, sorted by text. */
export const templateOf = (folder = PLUGIN_FOLDER): TemplateEntry[] => {
  const entries = new Map<string, TemplateEntry>()
  const add = ({
    text,
    plural,
    context,
    comment,
    reference,
  }: Omit<TemplateEntry, 'comments' | 'references'> & {
    comment?: string | undefined
    reference: string
  }) => {
    const key = JSON.stringify([text, context])
    const entry = entries.get(key) ?? { text, plural, context, comments: [], references: [] }
    entry.plural ??= plural
    if (comment && !entry.comments.includes(comment)) entry.comments.push(comment)
    entry.references.push(reference)
    entries.set(key, entry)
  }
  const header = readFileSync(join(folder, `${PLUGIN}.php`), 'utf8')
  for (const name of HEADERS) {
    const [, text] = new RegExp(`^ \\* ${name}: (.+)$`, 'm').exec(header) ?? []
    if (text) add({ text, comment: `${name} of the plugin`, reference: `${PLUGIN}.php` })
  }
  for (const file of sourcesIn(folder)) {
    for (const { line, ...call } of gettextCalls(readFileSync(join(folder, file), 'utf8'), PLUGIN))
      add({ ...call, reference: `${file}:${line}` })
  }
  return [...entries.values()].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

/** Serializes the `.pot` file, without a date: the same sources give the same bytes. */
const writeTemplate = (entries: readonly TemplateEntry[], version: string): string =>
  [
    '# Texts of Puente for WooCommerce. "npm run build:woocommerce" makes this file.',
    'msgid ""',
    'msgstr ""',
    quoted(`Project-Id-Version: Puente for WooCommerce ${version}\n`),
    quoted('MIME-Version: 1.0\n'),
    quoted('Content-Type: text/plain; charset=UTF-8\n'),
    quoted('Content-Transfer-Encoding: 8bit\n'),
    quoted(`X-Domain: ${PLUGIN}\n`),
    '',
    ...entries.flatMap(linesOf),
  ].join('\n')

/** Makes the template of the plugin's folder. */
export const makeTemplate = (folder = PLUGIN_FOLDER): string =>
  writeTemplate(templateOf(folder), pluginVersion(folder))

const linesOf = ({ text, plural, context, comments, references }: TemplateEntry): string[] => [
  ...comments.map((comment) => `#. ${comment}`),
  ...references.map((reference) => `#: ${reference}`),
  ...(/%(?:\d+\$)?[sdf]/.test(text) ? ['#, php-format'] : []),
  ...(context === undefined ? [] : [`msgctxt ${quoted(context)}`]),
  `msgid ${quoted(text)}`,
  ...(plural === undefined
    ? ['msgstr ""']
    : [`msgid_plural ${quoted(plural)}`, 'msgstr[0] ""', 'msgstr[1] ""']),
  '',
]

const quoted = (text: string): string => JSON.stringify(text)

const keyOf = ({ text, context = '' }: TemplateEntry): string => `${text}\u0004${context}`

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(php|js)$/.test(path))
    .sort()
