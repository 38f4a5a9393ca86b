import { platformNamed } from '../../payments/ports/platform.ts'
import { rotateApiKey } from '../../payments/stores/api-keys.ts'
import { changeStore, rotateNotifySecret } from '../../payments/stores/change-store.ts'
import { endOfReplaced } from '../../payments/stores/replaced-secrets.ts'
import { isWithinAMonth, WITHIN_A_MONTH } from '../../payments/stores/store-fields.ts'
import { UserError } from '../../runtime/failure.ts'
import { printable } from '../../runtime/printable.ts'
import { chosenFrom } from '../command-line.ts'
import { noSuchShop } from '../no-such-store.ts'
import { readTime, refusedBy, refuseOthers, required, storeIdOf, type Values } from './arguments.ts'
import { namedStore } from './find.ts'
import { keyLine } from './keys.ts'
import type { Workplace } from './workplace.ts'

interface Rotation {
  options: readonly string[]
  run(workplace: Workplace, values: Values, until: Date): Promise<void>
}

/** Replaces a key or secret; the old one stays valid until a time. */
export const rotate = async (
  workplace: Workplace,
  values: Values,
  [what = '']: readonly string[],
): Promise<void> => {
  const { options, run } = chosenFrom(ROTATIONS, what, { command: 'stores', what: 'rotate' })
  refuseOthers(values, { command: `rotate ${what}`, options: ['id', 'until', ...options] })
  const { now } = workplace.connecting
  const until = readTime(values, 'until') ?? endOfReplaced(now)
  if (!isWithinAMonth(until, now)) throw new UserError(`--until: ${WITHIN_A_MONTH}`)
  return run(workplace, values, until)
}

const rotateKey = async ({ connecting }: Workplace, values: Values, until: Date): Promise<void> => {
  const storeId = storeIdOf(values)
  const expiresAt = readTime(values, 'expires') ?? null
  if (expiresAt && expiresAt <= connecting.now) throw new UserError('--expires: is over already')
  const { key: keyId } = values
  const rotated = await rotateApiKey(connecting, { storeId, keyId, until, expiresAt })
  switch (rotated.outcome) {
    case 'no-such-store':
      throw await noSuchShop(connecting.query, storeId)
    case 'no-such-key':
      throw new UserError(`--key: the shop has no such key in force`)
    case 'which': {
      const inForce = rotated.keys.map((key) => `  ${keyLine(key)}`).join('\n')
      throw new UserError(
        inForce
          ? `--key: say which of these is to be replaced\n${inForce}`
          : 'The shop has no API key in force: "keys create" makes one.',
      )
    }
    case 'rotated':
      console.log(`The key "${printable(rotated.replaced.name)}" of the shop "${storeId}" has a successor.

  API key            ${rotated.apiKey}

It is shown this once. The one before works until ${rotated.until.toISOString()}.`)
  }
}

const rotateNotify = async (workplace: Workplace, values: Values, until: Date): Promise<void> => {
  const store = await namedStore(workplace, values)
  if (!platformNamed(workplace.platforms, store.platform).traits.isToldBySignedMessages) {
    throw new UserError(`A ${store.platform} shop is not notified by signed messages.`)
  }
  const rotated = await rotateNotifySecret(workplace.connecting, { storeId: store.id, until })
  if (rotated.outcome === 'no-such-store')
    throw await noSuchShop(workplace.connecting.query, store.id)
  if (rotated.outcome === 'not-yet') {
    throw new UserError(
      `It was rotated so often that it can be rotated again from ${rotated.from.toISOString()}: each of those before was promised to sign until then or later.`,
    )
  }
  console.log(`The shop "${store.id}" has another notify secret.

  Notify secret      ${rotated.notifySecret}

It is shown this once. Until ${until.toISOString()} messages are signed with the one before as well.`)
}

const rotateWebhook = async (
  { connecting, publicUrl }: Workplace,
  values: Values,
  until: Date,
): Promise<void> => {
  const id = storeIdOf(values)
  const webhookSecret = required(values, 'webhook-secret')
  const changed = await changeStore(connecting, id, {
    webhookSecret,
    allowShort: values['allow-short'],
    previousSecretUntil: until,
  })
  if (changed.outcome === 'refused') throw refusedBy(changed)
  if (changed.outcome === 'no-such-store') throw await noSuchShop(connecting.query, id)
  console.log(`Webhooks to ${publicUrl}/webhooks/gateway/${id} are taken with the new secret from now on,
and with the one before until ${until.toISOString()}. Those before that go on as long as was said.`)
}

const ROTATIONS: Record<string, Rotation> = {
  'api-key': { options: ['key', 'expires'], run: rotateKey },
  'notify-secret': { options: [], run: rotateNotify },
  'webhook-secret': { options: ['webhook-secret', 'allow-short'], run: rotateWebhook },
}
