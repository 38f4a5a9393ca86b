import './older-node.ts'
import { writeFileSync } from 'node:fs'
import { openEngineDatabase } from './database.ts'

/** Writes the template beside the built engine. */
const database = await openEngineDatabase()
writeFileSync(new URL('./template.tar.gz', import.meta.url), await database.dump())
process.exit(0)
