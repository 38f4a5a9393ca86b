import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Answers, capitalised } from './answers.ts'
import {
  AFTER_PLATFORMS,
  EXAMPLE,
  EXAMPLE_SHOP,
  EXAMPLE_TEST,
  REGISTRY,
  SETTINGS,
} from './places.ts'

/**
 * Writes the clone's example platform under another name, with its tests, and registers it. Returns
 * the written files, as paths in the clone. Throws before it writes anything if the clone has
 * another shape.
 */
export const writeAdapter = (answers: Answers): string[] => {
  const texts = textsOf(answers)
  for (const [path, text] of texts) {
    const file = join(answers.clone, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return [...texts.keys()]
}

const textsOf = ({ clone, name, title }: Answers): Map<string, string> => {
  const read = (path: string): string => readFileSync(join(clone, path), 'utf8')
  const renamed = (text: string): string => renamedFor({ name, title }, text)
  const parts = readdirSync(join(clone, EXAMPLE)).map(
    (file) =>
      [`adapters/${name}/${file}`, renamed(adapterImports(read(`${EXAMPLE}/${file}`)))] as const,
  )
  return new Map([
    ...parts,
    [`test/adapters/${name}-shop.ts`, renamed(read(EXAMPLE_SHOP))],
    [`test/adapters/${name}.test.ts`, renamed(testOfRegistered(read(EXAMPLE_TEST), name))],
    [REGISTRY, registered(read(REGISTRY), name)],
    [SETTINGS, withSetting(read(SETTINGS), { name, title })],
  ])
}

const renamedFor = ({ name, title }: Pick<Answers, 'name' | 'title'>, text: string): string =>
  text
    .replace("title: 'Example'", `title: '${title}'`)
    .replace(
      'A complete platform to copy from; `adapters/README.md` walks through it.',
      `${title}. \`adapters/README.md\` explains each part.`,
    )
    .replaceAll('the example platform', title)
    .replaceAll('EXAMPLE', name.toUpperCase())
    .replaceAll('Example', capitalised(name))
    .replaceAll('example', name)

/** The folder is one level higher than the example's. */
const adapterImports = (text: string): string =>
  text
    .replaceAll("'../../../adapters/adapter.ts'", "'../adapter.ts'")
    .replaceAll("'../../../src/", "'../../src/")

/** The example is added by its test alone; a registered platform is there already. */
const testOfRegistered = (text: string, name: string): string =>
  [
    "import { platforms } from '../../adapters/registry.ts'\n",
    "import { example } from './example-platform/adapter.ts'\n",
    '// The only line that adds the platform.\n',
    'const ADDED = { platforms: [...platforms, example] }\n',
    ', ADDED',
  ]
    .reduce(without, text)
    .replaceAll("'./example-platform/", `'../../adapters/${name}/`)

const without = (text: string, part: string): string => {
  if (!text.includes(part)) throw newerClone(`its example has no ${part.trim()}`)
  return text.replaceAll(part, '')
}

const LIST = /(platforms: readonly InstalledPlatform\[\] = \[)([^\]]*)\]/

const registered = (text: string, name: string): string => {
  if (!LIST.test(text)) throw newerClone(`${REGISTRY} has no list of platforms`)
  const firstImport = text.indexOf('import { ')
  const line = `import { ${name} } from './${name}/adapter.ts'\n`
  return `${text.slice(0, firstImport)}${line}${text.slice(firstImport)}`.replace(
    LIST,
    (_, start: string, list: string) => `${start}${[...namesIn(list), name].join(', ')}]`,
  )
}

/** The formatter ends a long list with a comma. */
const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

const withSetting = (text: string, { name, title }: Pick<Answers, 'name' | 'title'>): string => {
  if (!text.includes(AFTER_PLATFORMS)) {
    throw newerClone(`${SETTINGS} has no line ${AFTER_PLATFORMS.trim()}`)
  }
  const setting = `# Secret that signs the webhooks of ${title}, at least 8 characters. Unset: Puente refuses them.
${name.toUpperCase()}_WEBHOOK_SECRET=
`
  return text.replace(AFTER_PLATFORMS, () => `${setting}${AFTER_PLATFORMS}`)
}

const newerClone = (what: string): Error => new Error(`This clone is newer: ${what}`)
