import { sitePages } from './stage.ts'
import { TOKEN_FILES } from './tokens.ts'

/** Files and folders of the repository that the site is made from. */
export const sourcesOfSite = (root: string): string[] => [
  'site',
  'docs',
  ...sitePages(root)
    .map(({ source }) => source)
    .filter((source) => !source.startsWith('docs/')),
  // Links to it lead to the home page.
  'README.md',
  ...TOKEN_FILES,
  'src/http/documents/design-tokens.ts',
  'src/http/documents/heading-anchor.ts',
  'package-lock.json',
]
