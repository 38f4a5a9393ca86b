import './older-node.ts'
import { prepareTemplate } from './database.ts'

/** Writes the template to the path of the first argument. */
await prepareTemplate(process.argv[2] ?? '')
process.exit(0)
