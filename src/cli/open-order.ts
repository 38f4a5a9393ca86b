import { spawn } from 'node:child_process'
import { publicUrl } from '../../config/addresses.ts'
import { payUrlOf } from '../payments/checkout/pay-link.ts'
import type { ProgramEnd } from '../runtime/program.ts'
import type { CommandProgram } from './command-program.ts'
import { openCommandDb } from './open-command-db.ts'
import { findOneOrder } from './orders/find-order.ts'

/** Prints the address of an order's page, where it is paid or says how it stands, and opens it on a desktop. */
export const openOrder = async (
  program: CommandProgram,
  text: string,
  { store: storeId, json }: { store?: string; json: boolean },
): Promise<ProgramEnd> => {
  const { db, settings } = await openCommandDb(program, 'open', program.platforms)
  const { order, store } = await findOneOrder(db.query, { text, storeId })
  const url = payUrlOf({ publicUrl: publicUrl(settings) }, order)
  const { external_id: id, status } = order
  console.log(json ? JSON.stringify({ id, store_id: store.id, status, pay_url: url }) : url)
  const opener = process.stdout.isTTY && !json ? openerOfDesktop() : undefined
  if (opener) openWith(opener, url)
  return 'ended'
}

/** What opens an address in the browser of whoever sits there, if anybody does. */
const openerOfDesktop = (): string | undefined => {
  if (process.platform === 'darwin') return 'open'
  if (process.platform === 'win32') return 'explorer'
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? 'xdg-open' : undefined
}

/** The address is printed: where no browser opens, it is copied. */
const openWith = (opener: string, url: string): void => {
  const browser = spawn(opener, [url], { detached: true, stdio: 'ignore' })
  browser.on('error', () => {})
  browser.unref()
}
