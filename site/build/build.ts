import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vitepress'
import { fingerprintOfBuild } from '../../dashboard/build/fingerprint.ts'
import { SECTIONS } from '../navigation.ts'
import { compressSite, moveInlineScripts } from './finish.ts'
import { llmsFullText, llmsText } from './llms.ts'
import { writeReference } from './reference.ts'
import { readPages, stagePages, writeMarkdown } from './stage.ts'
import { readTokens } from './tokens.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGES = join(ROOT, 'dist/site-pages')
const SITE = join(ROOT, 'dist/site')

const fingerprint = fingerprintOfBuild({
  sources: [
    'site',
    'docs',
    ...SECTIONS.flatMap(({ pages }) => pages.map(({ source }) => source)),
    'src/runtime/http/assets/design.css',
    'dashboard/app/styles/colors.css',
    'package-lock.json',
  ],
  kept: 'dist/site/made-from',
})

/** Builds `dist/site` unless its fingerprint is current. */
if (!fingerprint.isFresh()) {
  process.stdout.write('building\n')
  // Puente may have started already.
  setPriority(constants.priority.PRIORITY_LOW)
  process.env.NODE_ENV = 'production'
  const pages = readPages(ROOT)
  stagePages(pages, { root: ROOT, folder: PAGES })
  const open = join(PAGES, 'public')
  writeFileSync(join(open, 'llms.txt'), llmsText(pages))
  writeFileSync(join(open, 'llms-full.txt'), llmsFullText(pages))
  cpSync(join(ROOT, 'site/theme.js'), join(open, 'theme.js'))
  writeFileSync(join(PAGES, 'tokens.css'), readTokens(ROOT))
  const made = join(ROOT, 'dist/site-made')
  rmSync(made, { recursive: true, force: true })
  await build(join(ROOT, 'site'))
  writeMarkdown(pages, made)
  await writeReference(ROOT, made)
  moveInlineScripts(made, '/docs/')
  compressSite(made)
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  rmSync(SITE, { recursive: true, force: true })
  cpSync(made, SITE, { recursive: true })
  rmSync(made, { recursive: true, force: true })
  fingerprint.mark()
}
