import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Answers, capitalised } from './answers.ts'
import { EXAMPLE, EXAMPLE_SHOP, EXAMPLE_TEST, REGISTRY, SETTINGS } from './places.ts'

/**
 * Writes the clone's example platform under another name, with its tests, and registers it. Returns
 * the written files, as paths in the clone.
 */
export const writeAdapter = ({ clone, name, title }: Answers): string[] => {
  const written: string[] = []
  const read = (path: string): string => readFileSync(join(clone, path), 'utf8')
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(clone, path)), { recursive: true })
    writeFileSync(join(clone, path), text)
    written.push(path)
  }
  const renamed = (text: string): string => renamedFor({ name, title }, text)
  for (const file of readdirSync(join(clone, EXAMPLE))) {
    write(`adapters/${name}/${file}`, renamed(adapterImports(read(`${EXAMPLE}/${file}`))))
  }
  write(`test/adapters/${name}-shop.ts`, renamed(read(EXAMPLE_SHOP)))
  write(`test/adapters/${name}.test.ts`, renamed(testOfRegistered(read(EXAMPLE_TEST), name)))
  write(REGISTRY, registered(read(REGISTRY), name))
  appendFileSync(
    join(clone, SETTINGS),
    `\n# Secret that signs the webhooks of ${title}, 8 characters or more.\n# ${name.toUpperCase()}_WEBHOOK_SECRET=\n`,
  )
  return written
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
    '// The only line that adds the platform is `platforms`.\n',
    ', { platforms: [...platforms, example] }',
  ]
    .reduce(without, text)
    .replaceAll("'./example-platform/", `'../../adapters/${name}/`)

const without = (text: string, part: string): string => {
  if (!text.includes(part))
    throw new Error(`This clone is newer: its example has no ${part.trim()}`)
  return text.replace(part, '')
}

const LIST = /(platforms: readonly InstalledPlatform\[\] = \[)([^\]]*)\]/

const registered = (text: string, name: string): string => {
  if (!LIST.test(text)) throw new Error(`This clone is newer: ${REGISTRY} has no list of platforms`)
  const firstImport = text.indexOf('import { ')
  const line = `import { ${name} } from './${name}/adapter.ts'\n`
  return `${text.slice(0, firstImport)}${line}${text.slice(firstImport)}`.replace(
    LIST,
    (_, start, list) => `${start}${list}, ${name}]`,
  )
}
