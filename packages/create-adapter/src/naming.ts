import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const CORE = ['src', 'config']

/** Returns a file of the core that has the word: Puente's tests refuse such a platform. */
export const naming = (clone: string, word: string): string | undefined => {
  for (const folder of CORE) {
    for (const file of readdirSync(join(clone, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
      const text = `${file}\n${readFileSync(join(clone, folder, file), 'utf8')}`
      if (text.toLowerCase().includes(word)) return `${folder}/${file}`
    }
  }
  return undefined
}
