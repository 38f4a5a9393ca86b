import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { API } from 'typescript/unstable/sync'
import type { CodeBlock } from './code-blocks.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const FOLDER_OF_DOCUMENT = /^(?:(.*)\/)?[^/]+:\d+$/
/** A first line such as `// test/flows/paid.test.ts` names the file that the sample is. */
const NAMED_FILE = /^\/\/ (\S+\.tsx?)\n/

/** Returns where a sample's relative imports start: its named file, or beside its document. */
const pathOf = ({ at, text }: CodeBlock, index: number): string =>
  NAMED_FILE.exec(text)?.[1] ?? join(FOLDER_OF_DOCUMENT.exec(at)?.[1] ?? '', `sample-${index}.ts`)

const messageAt = ({ at, text }: CodeBlock, offset: number, message: string): string => {
  const [document, fence] = at.split(':')
  const line = Number(fence) + text.slice(0, offset).split('\n').length
  return `${document}:${line}: ${message}`
}

/** Type-checks samples as files of the repository; returns `docs/x.md:12: message` for each error. */
export const typeErrorsIn = (samples: readonly CodeBlock[]): string[] => {
  // Inside the repository, whose packages the samples import.
  const folder = mkdtempSync(join(ROOT, 'node_modules/.document-samples-'))
  const api = new API({ cwd: ROOT })
  try {
    const files = samples.map((sample, index) => join(folder, pathOf(sample, index)))
    samples.forEach(({ text }, index) => {
      const file = files[index] ?? ''
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    })
    const config = join(folder, 'tsconfig.json')
    const compilerOptions = { rootDirs: [ROOT, folder] }
    writeFileSync(
      config,
      JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), compilerOptions, files, include: [] }),
    )
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error('The compiler did not open the samples')
    // The files alone: `check:types` checks what they import.
    return samples.flatMap((sample, index) => {
      const file = files[index] ?? ''
      const { program } = project
      return [
        ...program.getSyntacticDiagnostics(file),
        ...program.getSemanticDiagnostics(file),
      ].map(({ pos, text }) => messageAt(sample, pos, text))
    })
  } finally {
    api.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
