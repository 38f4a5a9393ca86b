import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vitepress'
import { compressSite, moveInlineScripts } from './finish.ts'
import { llmsFullText, llmsText } from './llms.ts'
import { writeReference } from './reference.ts'
import { readPages, stagePages, writeMarkdown } from './stage.ts'
import { readTokens } from './tokens.ts'

/** Files of `site` that pages load as they are. */
const OPEN_FILES = ['theme.js', 'icon.svg']

/**
 * Makes the site in a folder below `dist`, which is the generator's root: its temporary files lie
 * there too. Returns the folder of the finished site.
 */
export const makeSiteIn = async (folder: string, root: string): Promise<string> => {
  const pages = readPages(root)
  const staged = join(folder, 'pages')
  stagePages(pages, { root, folder: staged })
  const open = join(staged, 'public')
  writeFileSync(join(open, 'llms.txt'), llmsText(pages))
  writeFileSync(join(open, 'llms-full.txt'), llmsFullText(pages))
  for (const name of OPEN_FILES) cpSync(join(root, 'site', name), join(open, name))
  writeFileSync(join(folder, 'tokens.css'), readTokens(root))
  mkdirSync(join(folder, '.vitepress/theme'), { recursive: true })
  writeFileSync(join(folder, '.vitepress/config.ts'), CONFIG)
  writeFileSync(join(folder, '.vitepress/theme/index.ts'), THEME)

  process.env.NODE_ENV = 'production'
  await build(folder)
  const made = join(folder, 'made')
  writeMarkdown(pages, made)
  await writeReference(root, made)
  moveInlineScripts(made, '/docs/')
  compressSite(made)
  return made
}

const CONFIG = `export { default } from '../../../site/.vitepress/config.ts'\n`

const THEME = `import '../../tokens.css'
export { default } from '../../../../site/.vitepress/theme/index.ts'
`
