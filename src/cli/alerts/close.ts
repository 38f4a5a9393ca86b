import { closeAlertById } from '../../db/alerts/alerts.ts'
import { findAlert } from '../../db/alerts/alerts-of-stores.ts'
import { nowOfInstallation } from '../../db/installation/test-clock.ts'
import { alertIdOf } from '../../domain/public-ids.ts'
import { UserError } from '../../runtime/failure.ts'
import { openCommandDb } from '../context/open-command-db.ts'
import { auditedCommand } from '../terminal/audited-command.ts'
import { WrongUse } from '../terminal/command-line.ts'
import type { CommandProgram } from '../terminal/command-program.ts'

export const closeAlertCommand = async (program: CommandProgram, name: string): Promise<void> => {
  const id = alertIdOf(name)
  if (id === undefined) throw new WrongUse(`"${name}" is not an alert id, such as prb_12.`)
  const { query } = await openCommandDb(program, 'alerts')
  const alert = await findAlert(query, id)
  if (!alert) throw new UserError(`There is no alert ${name}.`)
  const now = await nowOfInstallation(query)
  const about = { action: 'alerts close', subject: name, storeId: alert.store_id }
  await auditedCommand(query, about, async () => {
    const closed = await closeAlertById(query, { storeId: alert.store_id, id, now })
    if (!closed) throw new UserError(`${name} is already closed.`)
  })
  console.log(`Closed ${name} of store ${alert.store_id} (${alert.kind}).`)
}
