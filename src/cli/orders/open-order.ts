import { spawn } from 'node:child_process'
import { publicUrl } from '../../../config/addresses.ts'
import { orderAddress } from '../../domain/dashboard-addresses.ts'
import { payUrlOf } from '../../payments/checkout/pay-link.ts'
import { openCommandDb } from '../context/open-command-db.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { findOneOrder } from './find-order.ts'

export interface OpenOrderOptions {
  store?: string
  pay: boolean
  json: boolean
}

/** Prints the dashboard URL, or the pay link with `pay`, and opens it on a desktop. */
export const openOrder = async (
  program: CommandProgram,
  text: string,
  { store: storeId, pay, json }: OpenOrderOptions,
): Promise<void> => {
  const { query, settings } = await openCommandDb(program, 'open')
  const { order, store } = await findOneOrder(query, { text, storeId })
  const pay_url = payUrlOf({ publicUrl: publicUrl(settings) }, order)
  const dashboard_url = `${publicUrl(settings)}${orderAddress(order.id)}`
  const url = pay ? pay_url : dashboard_url
  const { external_id: id, status } = order
  console.log(
    json ? JSON.stringify({ id, store_id: store.id, status, dashboard_url, pay_url }) : url,
  )
  const opener = process.stdout.isTTY && !json ? openerOfDesktop() : undefined
  if (opener) openWith(opener, url)
}

/** `undefined` on a server. */
const openerOfDesktop = (): string | undefined => {
  if (process.platform === 'darwin') return 'open'
  if (process.platform === 'win32') return 'explorer'
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? 'xdg-open' : undefined
}

/** Ignores errors, because the URL is printed. */
const openWith = (opener: string, url: string): void => {
  const browser = spawn(opener, [url], { detached: true, stdio: 'ignore' })
  browser.on('error', () => {})
  browser.unref()
}
