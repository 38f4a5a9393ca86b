import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Section } from '../navigation.ts'
import { titleOf } from './markdown.ts'

interface SidebarSection {
  text: string
  collapsed: boolean
  items: { text: string; link: string }[]
}

/** Lists the pages of each section by the titles of their documents. */
export const sidebarOf = (sections: readonly Section[], root: string): SidebarSection[] =>
  sections.map(({ title, pages }) => ({
    text: title,
    collapsed: false,
    items: pages.map(({ source, path }) => ({
      text: titleOf(readFileSync(join(root, source), 'utf8')),
      link: `/${path}`,
    })),
  }))
